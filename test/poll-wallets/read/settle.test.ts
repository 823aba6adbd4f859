import { describe, expect, it } from 'vitest';
import { ages, noBlock, settledThrough } from '../../../functions/poll-wallets/read/settle.ts';
import { type LastRow, quietRow, type RowStatus } from '../../../functions/state/ledger-row.ts';
import { describedTransfer } from '../../support/alerts.ts';

const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const plausibleTo = 1_000;
/** @param age seconds from its block to the start of the read; null if unknown */
const transferIn = (blockNumber: number, age: number | null) =>
  describedTransfer({
    blockNumber,
    blockTimestamp: age === null ? null : new Date(begunAt - age * 1_000).toISOString(),
  });
const rowIn = (block: number, age: number, status: RowStatus = 'told', missed = false): LastRow => ({
  ...quietRow({ block, order: '000001.0000001', key: `${block}` }, status, begunAt - age * 1_000),
  missed,
});
const keyed = (block: number, age: number | null) => ({ key: `${block}`, transfer: transferIn(block, age) });

it.each<[string, ReturnType<typeof transferIn>[], number, number]>([
  ['nothing', [], -1, noBlock],
  ['both', [transferIn(7, 300), transferIn(5, 301), transferIn(9, 299), transferIn(11, 0)], 7, 9],
  ['no time', [transferIn(7, null)], -1, noBlock],
  ['a time in the future', [transferIn(7, -1)], -1, noBlock],
  ['numbers ahead of the chain', [transferIn(1_001, 400), transferIn(1_002, 0)], -1, noBlock],
  ['a number at the end of the chain', [transferIn(1_000, 400)], 1_000, noBlock],
])('a read that shows %s knows which blocks are five minutes old', (_what, shown, aged, young) => {
  expect(ages(shown, plausibleTo, begunAt)).toEqual({ aged, young });
});

describe('the settled block', () => {
  type Seen = Partial<Parameters<typeof settledThrough>[1]>;
  const nothing = { begunAt, aged: -1, young: noBlock, plausibleTo, unreadable: [] };
  const [shown6, shown9, ahead] = [keyed(6, 900), keyed(9, 300), keyed(1_001, 600)];
  const unreadable = (blockNumber: number | null, ...transfers: ReturnType<typeof keyed>[]): Seen => ({
    unreadable: [{ blockNumber, transactionHash: null, reason: 'It is no object.' }],
    transfers: [shown9, ...transfers],
  });
  const gone = [rowIn(9, 900, 'moved'), rowIn(9, 900, 'reverted'), rowIn(1_001, 900), rowIn(4, 0, 'moved')];

  it.each<[string, number, LastRow[], Seen?, number?]>([
    ['the newest one that is old enough', 9, [rowIn(7, 300), rowIn(9, 300)]],
    ['not one that is too young', 7, [rowIn(7, 300), rowIn(9, 299)]],
    ['below one of which a part is too young', 6, [rowIn(7, 300), rowIn(7, 299)]],
    ['the end of the chain', 1_000, [rowIn(1_000, 300)]],
    ['the oldest of the read', 8, [], { aged: 8 }],
    ['the newest of read and rows', 9, [rowIn(9, 300)], { aged: 8 }],
    ['below what is young in the read', 5, [rowIn(9, 300)], { young: 6 }],
    ['below what is young in the rows', 4, [rowIn(5, 299)], { aged: 8, young: 7 }],
    ['not one that only a look ahead has shown', 6, [rowIn(6, 900), rowIn(9, 600)], { transfers: [shown6] }],
    ['one that parts of the read have shown', 7, [rowIn(6, 900), rowIn(9, 600)], { transfers: [], aged: 7 }],
    ['the one before, if nothing is shown', 3, [rowIn(9, 600)], { transfers: [] }],
    ['not one that only an impossible block number covers', 3, [rowIn(9, 600)], { transfers: [ahead] }],
    ['below a transfer that is missing', 5, [rowIn(9, 300), rowIn(6, 900, 'told', true)]],
    ['the one before, if a missing one may be anywhere', 3, [rowIn(9, 300), rowIn(1_001, 0, 'told', true)]],
    ['below a transfer that may be the unreadable entry', 5, [rowIn(9, 300), rowIn(6, 900)], unreadable(6)],
    [
      'below all transfers that an unreadable entry without a block may be',
      5,
      [rowIn(9, 300), rowIn(6, 900)],
      unreadable(null),
    ],
    [
      'above an unreadable entry, once the transfer that it may be is a day old',
      9,
      [rowIn(9, 300), rowIn(6, 86_400)],
      unreadable(6),
    ],
    [
      'above an entry without a block, once the transfer that it may be is a day old',
      9,
      [rowIn(9, 300), rowIn(6, 86_400)],
      unreadable(null),
    ],
    [
      'above a transfer that the read shows beside the entry',
      9,
      [rowIn(9, 300), rowIn(6, 900)],
      unreadable(6, shown6),
    ],
    ['above a transfer in another block than the entry', 9, [rowIn(9, 300), rowIn(6, 900)], unreadable(7)],
    ['the one before, if rows moved, were taken back or are ahead', 3, gone],
    ['that of other rows', 8, [...gone, rowIn(8, 300)]],
    ['the one before, if all is young', 3, [rowIn(9, 0)]],
    ['never a lower one', 3, [rowIn(9, 300), rowIn(2, 0)]],
    ['none, if there was none', -1, [], {}, -1],
  ])('is %s: %i', (_what, through, rows, seen = {}, settled = 3) => {
    const read = { ...nothing, transfers: [keyed(1_000, null)], ...seen };
    expect(settledThrough({ settled }, read, rows)).toBe(through);
  });
});
