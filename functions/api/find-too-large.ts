import type { CallLimits } from '../transfer/source.ts';
import { ReplyTooLarge } from '../transfer/source-errors.ts';
import type { TransferPages, TransferQuery } from './transfer-pages.ts';

/**
 * Finds the block of a transfer that is too large to read, by bisection below the last readable transfer: some thirty calls on
 * any chain.
 * @param query the query of the failed read
 * @param lowest the block of the last readable transfer
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
  // Nothing lies between the two transfers: unless the large one is below that block, it is in that block.
  if (!(await isInOrBelow(found - 1))) return found;
  found -= 1;
  while (found - below > 1) {
    const middle = Math.floor((found + below) / 2);
    if (await isInOrBelow(middle)) found = middle;
    else below = middle;
  }
  return found;
}
