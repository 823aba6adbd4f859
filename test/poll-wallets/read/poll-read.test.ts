import { describe, expect, it } from 'vitest';
import { type BegunCursor, bringsNothing } from '../../../functions/poll-wallets/read/poll-read.ts';
import { type Row, type RowStatus, transferRow } from '../../../functions/state/row.ts';
import type { Transfer } from '../../../functions/transfer/transfer.ts';
import { withKeys } from '../../../functions/transfer/transfer-key.ts';
import { describedTransfer as transfer, watchOf } from '../../support/alerts.ts';
import { begunCursor } from '../../support/reads.ts';

const begunAt = Date.parse('2026-01-02T03:10:00.000Z');
const block = 18_000_000;
const start = { since: '2026-01-01T00:00:00.000Z', block: 10, timedTo: 10 };
const cursor = begunCursor({ start, block, anchor: { block, minedAt: begunAt / 1_000 } });
/** No chain is there yet. */
const ahead = { blockNumber: 9_000_000_000, blockTimestamp: null };

const rowsOf = (transfers: readonly Transfer[], status: RowStatus): readonly Row[] =>
  withKeys(transfers).map(({ key, transfer: one }) => ({
    ...transferRow(key, one, status, begunAt),
    batch: 1,
  }));

function isNothing(
  shown: readonly Transfer[],
  rows: readonly Row[] = [],
  change: Partial<BegunCursor> = {},
): boolean {
  const known = new Map(rows.map((row) => [row.place.key, row]));
  const page = { transfers: shown, unreadable: [], next: null };
  return bringsNothing(page, watchOf(), { ...cursor, ...change }, known, begunAt);
}

describe('a page', () => {
  const [known, below, above] = [
    transfer(),
    transfer({ blockNumber: block - 1 }),
    transfer({ blockNumber: block + 1 }),
  ];

  it('has no news if all transfers lie at or below the stored block and have a row', () => {
    expect(isNothing([known, below], rowsOf([known, below], 'told'))).toBe(true);
    expect(isNothing([known, below], rowsOf([known], 'told'))).toBe(false);
    expect(isNothing([known], rowsOf([known], 'hidden'), { block: null })).toBe(false);
  });

  it('has a transfer as news that was taken back before', () => {
    expect(isNothing([known], rowsOf([known], 'reverted'))).toBe(false);
  });

  it('is not the last while it shows transfers above the stored block, even if they have rows', () => {
    expect(isNothing([above, known], rowsOf([above, known], 'told'))).toBe(false);
  });

  it('has no range if its only number is one that the chain has not reached and has a row', () => {
    const odd = transfer(ahead);
    expect(isNothing([odd, known], rowsOf([odd, known], 'told'))).toBe(true);
    expect(isNothing([odd, known], rowsOf([known], 'told'))).toBe(false);
  });

  it('has no news if transfers without a row are from before the watch, or so old that their rows have expired', () => {
    const ago = (milliseconds: number) =>
      transfer({ blockTimestamp: new Date(begunAt - milliseconds).toISOString() });
    expect(isNothing([transfer({ blockNumber: 9 })])).toBe(true);
    expect(isNothing([ago(86_400_000)])).toBe(true);
    expect(isNothing([ago(86_399_999)])).toBe(false);
    expect(isNothing([transfer({ blockTimestamp: null })])).toBe(false);
  });

  it('without transfers has no range', () => {
    expect(isNothing([])).toBe(false);
  });
});
