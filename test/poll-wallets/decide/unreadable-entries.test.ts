import { describe, expect, it } from 'vitest';
import { tellUnreadable } from '../../../functions/poll-wallets/decide/compare.ts';
import type { NewRow } from '../../../functions/state/row.ts';
import type { UnreadableTransfer } from '../../../functions/transfer/source.ts';
import { watchOf } from '../../support/alerts.ts';
import { pollRead } from '../../support/reads.ts';

const now = Date.parse('2026-01-02T03:04:12.345Z');

const entriesOf = (count: number, reason = 'value is missing'): UnreadableTransfer[] =>
  Array.from({ length: count }, (_, i) => ({
    transactionHash: `0x${String(i).padStart(64, '0')}`,
    blockNumber: 1_000 + i,
    reason,
  }));

/** Rows of a poll that shows these entries, given the ledger's rows from earlier polls. */
function tell(unreadable: readonly UnreadableTransfer[], before: readonly NewRow[] = []): NewRow[] {
  const known = new Map(before.map((row) => [row.place.key, { ...row, batch: 1 }]));
  return tellUnreadable(pollRead({ unreadable, known }), watchOf(), now);
}

const othersOf = (rows: readonly NewRow[]) =>
  rows.map(({ alert }) => (alert && 'entry' in alert ? alert.entry.others : null));

describe('entries that can not be read', () => {
  it('are recorded by the first poll that shows them, each once, after all transfers of their block', () => {
    const rows = tell([...entriesOf(1), ...entriesOf(1), ...entriesOf(1, 'address is null')]);
    const recorded = { status: 'odd', place: { block: 1_000, order: '~' }, turn: null, alert: null };
    expect(rows).toMatchObject([recorded, recorded]);
  });

  it('are reported by the second poll, at most three, the last with the count of the others', () => {
    const entries = entriesOf(5);
    const rows = tell(entries, tell(entries));
    expect(rows.map(({ status }) => status)).toEqual(Array(5).fill('unreadable'));
    expect(rows.map(({ turn }) => turn)).toEqual([0, 0, 0, null, null]);
    expect(othersOf(rows)).toEqual([0, 0, 2, null, null]);
    const entry = { blockNumber: 1_000, reason: 'value is missing' };
    expect(rows[0]?.alert).toMatchObject({
      ...{ type: 'entry.unreadable', entry, detectedAt: '2026-01-02T03:04:12.345Z' },
    });
    expect(tell(entries, rows)).toEqual([]);
  });

  it('take at most a hundred rows of a poll, new and reported ones together', () => {
    const many = entriesOf(120);
    const noted = tell(many);
    expect(noted).toHaveLength(100);
    const rows = tell([...many, ...entriesOf(120, 'address is null')], [...noted, ...tell(many.slice(100))]);
    const statuses = rows.map(({ status }) => status);
    expect(statuses).toEqual([...Array(100).fill('odd'), ...Array(100).fill('unreadable')]);
    expect(othersOf(rows)).toContain(97);
  });

  it('without a block are stored in the range that each poll reads', () => {
    const rows = tell([{ transactionHash: null, blockNumber: null, reason: 'the entry is not an object' }]);
    expect(rows[0]?.place.block).toBeGreaterThan(4_000_000_000);
  });
});
