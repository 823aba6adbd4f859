import { blockPosition, type Place, placeOf } from '../../state/row.ts';
import type { Transfer } from '../../transfer/transfer.ts';

/** A span of the chain, ends excluded, in which a read shows every transfer: one that it lacks is not on the chain. Texts that sort in chain order. */
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
 * The span that a part of a read covers. Its first and last transaction may be incomplete and are excluded; if the source does not
 * list a block in chain order, the first and last block are excluded as a whole. Null if the part is empty.
 * @param plausibleTo block numbers beyond it are ignored
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
