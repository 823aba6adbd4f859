import type { CallLimits } from '../transfer/source.ts';
import { ReplyTooLarge } from '../transfer/source-errors.ts';
import type { TransferPages, TransferQuery } from './transfer-pages.ts';

/**
 * The block of a transfer that is too large to be read by itself, by halving what lies below the last one that could be: some
 * thirty calls on any chain.
 * @param query as it was read until then
 * @param lowest the block of the last transfer that could be read
 */
export async function findTooLarge(
  query: TransferQuery,
  lowest: number,
  pages: TransferPages,
  limits: CallLimits,
): Promise<number> {
  const isInOrBelow = async (block: number): Promise<boolean> => {
    try {
      for await (const _ of pages({ ...query, to: block, limit: 1 }, limits)) break;
      return false;
    } catch (error) {
      if (error instanceof ReplyTooLarge) return true;
      throw error;
    }
  };
  let below = query.from !== null && 'block' in query.from ? query.from.block - 1 : -1;
  let found = lowest;
  // Between the two nothing else lies: all that is newer stands in the block of the last one or above.
  if (!(await isInOrBelow(found - 1))) return found;
  found -= 1;
  while (found - below > 1) {
    const middle = Math.floor((found + below) / 2);
    if (await isInOrBelow(middle)) found = middle;
    else below = middle;
  }
  return found;
}
