import { describe, expect, it } from 'vitest';
import { ages, noBlock, settledThrough } from '../../../functions/poll-wallets/read/settle.ts';
import { type LastRow, quietRow, type RowStatus } from '../../../functions/state/row.ts';
import { describedTransfer } from '../../support/alerts.ts';

const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const plausibleTo = 1_000;
/** Seconds from its block to the start of the read; null if unknown. */
const transferIn = (blockNumber: number, age: number | null) =>
  describedTransfer({
    blockNumber,
    blockTimestamp: age === null ? null : new Date(begunAt - age * 1_000).toISOString(),
  });
const rowIn = (block: number, age: number, status: RowStatus = 'told', missed = false): LastRow => ({
  ...quietRow({ block, order: '000001.0000001', key: `${block}` }, status, begunAt - age * 1_000),
  missed,
});

describe('the ages of what a read shows', () => {
  it('are the highest block that is at least five minutes old, and the lowest of the others', () => {
    const shown = [transferIn(7, 300), transferIn(5, 301), transferIn(9, 299), transferIn(11, 0)];
    expect(ages(shown, plausibleTo, begunAt)).toEqual({ aged: 7, young: 9 });
    expect(ages([], plausibleTo, begunAt)).toEqual({ aged: -1, young: noBlock });
  });

  it('ignore transfers without a time, and those ahead of the chain', () => {
    const shown = [transferIn(7, null), transferIn(1_001, 400), transferIn(1_002, 0)];
    expect(ages(shown, plausibleTo, begunAt)).toEqual({ aged: -1, young: noBlock });
    expect(ages([transferIn(1_000, 400)], plausibleTo, begunAt)).toEqual({ aged: 1_000, young: noBlock });
  });
});

describe('the settled block', () => {
  const newest = [{ key: 'newest', transfer: transferIn(1_000, null) }];
  const nothing = { begunAt, aged: -1, young: noBlock, plausibleTo, transfers: newest, unreadable: [] };
  const through = (
    rows: readonly LastRow[],
    seen: Partial<Parameters<typeof settledThrough>[1]> = {},
    settled = 3,
  ) => settledThrough({ settled }, { ...nothing, ...seen }, rows);

  it('goes to the newest one that is old enough, and not onto one that is not', () => {
    expect(through([rowIn(7, 300), rowIn(9, 300)])).toBe(9);
    expect(through([rowIn(7, 300), rowIn(9, 299)])).toBe(7);
    expect(through([rowIn(7, 300), rowIn(7, 299)])).toBe(6);
    expect(through([rowIn(1_000, 300)])).toBe(1_000);
  });

  it('counts the transfers of the read as well', () => {
    expect(through([], { aged: 8 })).toBe(8);
    expect(through([rowIn(9, 300)], { aged: 8 })).toBe(9);
    expect(through([rowIn(9, 300)], { young: 6 })).toBe(5);
    expect(through([rowIn(5, 299)], { aged: 8, young: 7 })).toBe(4);
  });

  it('is never a block that only a look ahead has shown: the rest of it is unread', () => {
    const transfers = [{ key: '6', transfer: transferIn(6, 900) }];
    expect(through([rowIn(6, 900), rowIn(9, 600)], { transfers })).toBe(6);
    expect(through([rowIn(6, 900), rowIn(9, 600)], { transfers: [], aged: 7 })).toBe(7);
    expect(through([rowIn(9, 600)], { transfers: [] })).toBe(3);
    const ahead = { key: '1001', transfer: transferIn(1_001, 600) };
    expect(through([rowIn(9, 600)], { transfers: [...transfers, ahead] })).toBe(3);
  });

  it('never passes a transfer that is missing from the read', () => {
    expect(through([rowIn(9, 300), rowIn(6, 900, 'told', true)])).toBe(5);
    expect(through([rowIn(9, 300), rowIn(1_001, 0, 'told', true)])).toBe(3);
  });

  it.each([
    ['of that block', 6],
    ['without a block', null],
  ])('for a day does not pass a possible unreadable entry %s', (_what, blockNumber) => {
    const unreadable = [{ blockNumber, transactionHash: null, reason: 'It is no object.' }];
    const transfers = [{ key: '9', transfer: transferIn(9, 300) }];
    expect(through([rowIn(9, 300), rowIn(6, 900)], { unreadable, transfers })).toBe(5);
    expect(through([rowIn(9, 300), rowIn(6, 86_400)], { unreadable, transfers })).toBe(9);
    const shown = [...transfers, { key: '6', transfer: transferIn(6, 900) }];
    expect(through([rowIn(9, 300), rowIn(6, 900)], { unreadable, transfers: shown })).toBe(9);
    const other = [{ ...unreadable[0], blockNumber: 7 } as never];
    expect(through([rowIn(9, 300), rowIn(6, 900)], { unreadable: other, transfers })).toBe(9);
  });

  it('ignores rows that moved, were taken back or are ahead of the chain', () => {
    const none = [rowIn(9, 900, 'moved'), rowIn(9, 900, 'reverted'), rowIn(1_001, 900), rowIn(4, 0, 'moved')];
    expect(through(none)).toBe(3);
    expect(through([...none, rowIn(8, 300)])).toBe(8);
  });

  it('stays if nothing is old enough, and never goes back', () => {
    expect(through([rowIn(9, 0)])).toBe(3);
    expect(through([rowIn(9, 300), rowIn(2, 0)])).toBe(3);
    expect(through([], {}, -1)).toBe(-1);
  });
});
