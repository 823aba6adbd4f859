import { blockPosition, type Place, placeOf } from '../../state/row.ts';
import type { Transfer } from '../../transfer/transfer.ts';

/** The transactions, both ends left out, of which a read says what is not on the chain: as text that sorts in chain order. */
export interface LackedSpan {
  readonly from: string;
  readonly to: string;
}

/** Below all transactions of a block. */
export const belowBlock = (block: number) => blockPosition(block);
/** Above all transactions of a block. */
export const aboveBlock = (block: number) => `${blockPosition(block)}#~`;
/** Above all blocks. */
export const aboveAll = '~';

export function isLacked({ from, to }: LackedSpan, place: Place): boolean {
  const transaction = transactionOf(place);
  return transaction > from && transaction < to;
}

/**
 * The ends of what a part of a read has shown, whose own transactions it may have shown in part. Inside a block they are known
 * only where the source lists in chain order; else the blocks at the ends are left out whole. Null where it shows nothing.
 * @param plausibleTo a number beyond it says nothing of where the part ends
 */
export function endsOf(
  transfers: readonly Transfer[],
  plausibleTo: number,
): { readonly top: string; readonly bottom: string } | null {
  const inReach = transfers.filter(({ blockNumber }) => blockNumber <= plausibleTo);
  if (inReach.length === 0) return null;
  const listed = inReach.map((one) => transactionOf(placeOf('', one)));
  const sorted = listed.toSorted();
  const [bottom = '', top = ''] = [sorted[0], sorted.at(-1)];
  const isInOrder = listed.every((one, i) => i === 0 || one <= (listed[i - 1] ?? ''));
  if (isInOrder) return { top, bottom };
  return { top: belowBlock(blockOf(top)), bottom: aboveBlock(blockOf(bottom)) };
}

function transactionOf({ block, order }: Place): string {
  return `${blockPosition(block)}#${order.split('.')[0]}`;
}

function blockOf(transaction: string): number {
  return Number(transaction.split('#')[0]);
}
