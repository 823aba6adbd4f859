import { describe, expect, it } from 'vitest';
import { isLastPage } from '../../../functions/poll-wallets/read/part-of-read.ts';
import {
  type BegunCursor,
  bringsNothing,
  unsettledBlocks,
} from '../../../functions/poll-wallets/read/poll-read.ts';
import { type LedgerRow, type RowStatus, transferRow } from '../../../functions/state/ledger-row.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { describedTransfer as transfer, watchOf } from '../../support/alerts.ts';
import { begunCursor, longRead, transferIn } from '../../support/reads.ts';

const watch = watchOf();
const begunAt = Date.parse('2026-01-02T03:10:00.000Z');

function knownOf(transfers: readonly Transfer[], status: RowStatus = 'told'): ReadonlyMap<string, LedgerRow> {
  return new Map(
    withKeys(transfers).map(({ key, transfer: one }) => [
      key,
      { ...transferRow(key, one, status, begunAt), batch: 1 },
    ]),
  );
}

describe('a page', () => {
  const block = 18_000_000;
  const start = { since: '2026-01-01T00:00:00.000Z', block: 10, timedTo: 10 };
  const cursor = begunCursor({ start, block, anchor: { block, minedAt: begunAt / 1_000 } });
  const known = transfer();
  const [below, above] = [transfer({ blockNumber: block - 1 }), transfer({ blockNumber: block + 1 })];
  /** No chain has reached this block. */
  const odd = transfer({ blockNumber: 9_000_000_000, blockTimestamp: null });
  const ago = (milliseconds: number) =>
    transfer({ blockTimestamp: new Date(begunAt - milliseconds).toISOString() });
  const noBlock: Partial<BegunCursor> = { block: null };

  it.each<[string, boolean, readonly Transfer[], ReadonlyMap<string, LedgerRow>, Partial<BegunCursor>?]>([
    ['known transfers at or below the stored block', true, [known, below], knownOf([known, below])],
    ['a transfer without a row', false, [known, below], knownOf([known])],
    ['known transfers before there is a stored block', false, [known], knownOf([known]), noBlock],
    ['a transfer that was taken back', false, [known], knownOf([known], 'reverted')],
    ['a known transfer above the stored block', false, [above, known], knownOf([above, known])],
    ['a known number that no chain has reached', true, [odd, known], knownOf([odd, known])],
    ['a new number that no chain has reached', false, [odd, known], knownOf([known])],
    ['a transfer from before the watch', true, [transfer({ blockNumber: 9 })], new Map()],
    ['a transfer a day old, whose row has expired', true, [ago(86_400_000)], new Map()],
    ['a transfer not quite a day old', false, [ago(86_399_999)], new Map()],
    ['a transfer of an unknown time', false, [transfer({ blockTimestamp: null })], new Map()],
    ['no transfer: it has no range', false, [], new Map()],
  ])('with %s brings nothing: %s', (_what, isNothing, transfers, rows, change) => {
    const page = { transfers, unreadable: [], next: null };
    const basis = { chain: watch.chain, cursor: { ...cursor, ...change }, known: rows };
    expect(bringsNothing(page, basis, begunAt)).toBe(isNothing);
  });
});

describe('a page without news, in a read whose ledger knows three transfers', () => {
  const inBlock12 = (transactionIndex: number) =>
    transferIn(12, { transactionIndex, transactionHash: `0x${String(transactionIndex).padEnd(64, 'a')}` });
  const [newest, cut, rest] = [transferIn(14), inBlock12(5), inBlock12(7)];
  const later = { position: 'p0' };
  const unclear = [{ transactionHash: null, blockNumber: 14, reason: 'no value' }];

  it.each<[string, boolean, readonly Transfer[], object?, typeof unclear?]>([
    ['what is known above its end is shown', true, [newest, rest]],
    ['only the newest is shown', true, [newest]],
    ['the newest is missing', false, [rest]],
    ['it cuts a block whose transactions do not come in order', false, [newest, cut]],
    ['it has shown all of that block', true, [newest, cut, rest]],
    ['what is missing may be an entry that can not be read', true, [rest], {}, unclear],
    ['it is of a later part, which says nothing of what is above it', true, [rest], later],
    ['it is of a later part, and cuts a block', false, [newest, cut], later],
    ['it is a final look', false, [newest, rest], { isFinalLook: true }],
  ])('if %s ends the read: %s', (_when, isLast, transfers, change = {}, unreadable = []) => {
    const before = { ...longRead({ begunAt }), position: null, ...change };
    const shown = { transfers, unreadable };
    const cursor = begunCursor({ settled: 10, block: 20 });
    const basis = { chain: watch.chain, cursor, known: knownOf([newest, cut, rest]) };
    expect(isLastPage({ ...shown, next: 'p1' }, shown, before, basis)).toBe(isLast);
  });
});

it.each([
  [10, 0, { block: 11 }],
  [10, null, { block: 11 }],
  [0, null, { block: 1 }],
  [-1, 0, { block: 0 }],
  [-1, null, { time: new Date('2025-12-31T23:58:00.000Z') }],
])('a read begins above block %i, or two minutes before a failed poll (%s)', (settled, timedTo, from) => {
  const start = { since: '2026-01-01T00:00:00.000Z', block: 0, timedTo };
  expect(unsettledBlocks(watch, { settled, start }).from).toEqual(from);
});
