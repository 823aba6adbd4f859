import type { BlockNumber } from './units.ts';

/** Math.min(...blocks) would throw for a hundred thousand: a call takes only so many arguments. No blocks: from Infinity to 0. */
export function blockRange(blocks: Iterable<BlockNumber>): {
  readonly from: BlockNumber;
  readonly to: BlockNumber;
} {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const block of blocks) [from, to] = [Math.min(from, block), Math.max(to, block)];
  return { from, to };
}
