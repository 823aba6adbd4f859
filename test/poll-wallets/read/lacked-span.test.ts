import { describe, expect, it } from 'vitest';
import {
  aboveAll,
  aboveBlock,
  belowBlock,
  endsOf,
  isLacked,
} from '../../../functions/poll-wallets/read/lacked-span.ts';
import { placeOf } from '../../../functions/state/row.ts';
import { describedTransfer } from '../../support/alerts.ts';

const at = (blockNumber: number, transactionIndex: number, logIndex = 0) =>
  describedTransfer({ blockNumber, transactionIndex, logIndex });
const place = (...where: Parameters<typeof at>) => placeOf('k', at(...where));

describe('what a part of a read speaks for', () => {
  it('is what lies between its first and its last transaction, inside a block too', () => {
    const ends = endsOf([at(4_000_000_000, 1), at(9, 8), at(9, 7, 5), at(9, 7, 4), at(9, 3)], 1_000);
    const span = { from: ends?.bottom ?? '', to: ends?.top ?? '' };
    expect([8, 7, 5, 3, 2].map((index) => isLacked(span, place(9, index)))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    expect([place(8, 5), place(10, 5)].map((one) => isLacked(span, one))).toEqual([false, false]);
  });

  it('leaves out the blocks at its ends where the source lists in another order', () => {
    const ends = endsOf([at(7, 1), at(9, 3), at(9, 8), at(5, 2)], 1_000);
    const span = { from: ends?.bottom ?? '', to: ends?.top ?? '' };
    expect([5, 6, 8, 9].map((block) => isLacked(span, place(block, 5)))).toEqual([false, true, true, false]);
  });

  it('is nothing where it shows nothing', () => {
    expect(endsOf([], 1_000)).toBeNull();
  });

  it('goes from above the settled block to all blocks where a read came to its end', () => {
    const span = { from: aboveBlock(4), to: aboveAll };
    expect([4, 5, 9_999_999_999].map((block) => isLacked(span, place(block, 0)))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isLacked({ from: belowBlock(4), to: belowBlock(5) }, place(4, 0))).toBe(true);
    expect(isLacked({ from: belowBlock(4), to: belowBlock(5) }, place(5, 0))).toBe(false);
  });
});
