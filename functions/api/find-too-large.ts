import type { CallLimits } from '../transfer/source.ts';
import { ReplyTooLarge } from '../transfer/source-errors.ts';
import type { TransferPages, TransferQuery } from './transfer-pages.ts';

/** Finds the block of a too large transfer below block `lowest`, by bisection: some thirty calls. */
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
  // Nothing lies between the two transfers: the large one is in that block, or below it.
  if (!(await isInOrBelow(found - 1))) return found;
  found -= 1;
  while (found - below > 1) {
    const middle = Math.floor((found + below) / 2);
    if (await isInOrBelow(middle)) found = middle;
    else below = middle;
  }
  return found;
}
