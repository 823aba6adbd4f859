import { describe, expect, it } from 'vitest';
import { tellUnreadable } from '../../../functions/poll-wallets/decide/unreadable-entries.ts';
import type { PollRead } from '../../../functions/poll-wallets/read/poll-read.ts';
import type { NewRow } from '../../../functions/state/row.ts';
import type { UnreadableTransfer } from '../../../functions/transfer/source.ts';
import { watchOf } from '../../support/alerts.ts';

const now = Date.parse('2026-01-02T03:04:12.345Z');

const entriesOf = (count: number): UnreadableTransfer[] =>
  Array.from({ length: count }, (_, i) => ({
    transactionHash: `0x${String(i).padStart(64, '0')}`,
    blockNumber: 1_000 + i,
    reason: 'value is missing',
  }));

/** Rows of a poll that shows these entries, given the ledger's rows of earlier polls. */
function tell(unreadable: readonly UnreadableTransfer[], before: readonly NewRow[] = []): NewRow[] {
  const known = new Map(before.map((row) => [row.place.key, { ...row, batch: 1 }]));
  return tellUnreadable({ unreadable, known } as unknown as PollRead, watchOf(), now);
}

const statusesOf = (rows: readonly NewRow[]) => [...new Set(rows.map(({ status }) => status))];

describe('entries that can not be read', () => {
  it('are recorded by the first poll that shows them, each once, after all transfers of their block', () => {
    const [entry] = entriesOf(1) as [UnreadableTransfer];
    const rows = tell([entry, { ...entry }, { ...entry, reason: 'address is null' }]);
    expect(rows).toHaveLength(2);
    expect(rows).toMatchObject(
      Array(2).fill({ status: 'odd', place: { block: 1_000, order: '~' }, turn: null }),
    );
    expect(rows.every(({ alert }) => alert === null)).toBe(true);
  });

  it('are reported by the second poll, at most three, the last with the count of the others', () => {
    const entries = entriesOf(5);
    const rows = tell(entries, tell(entries));
    expect(statusesOf(rows)).toEqual(['unreadable']);
    expect(rows.map(({ turn }) => turn)).toEqual([0, 0, 0, null, null]);
    expect(rows.map(({ alert }) => alert && 'entry' in alert && alert.entry.others)).toEqual([
      0,
      0,
      2,
      null,
      null,
    ]);
    expect(rows[0]?.alert).toMatchObject({
      type: 'entry.unreadable',
      entry: { blockNumber: 1_000, reason: 'value is missing' },
      detectedAt: '2026-01-02T03:04:12.345Z',
    });
    expect(tell(entries, rows)).toEqual([]);
  });

  it('fill at most a hundred rows of a poll, new and reported ones together', () => {
    const many = entriesOf(120);
    const noted = tell(many);
    expect(noted).toHaveLength(100);
    const rows = tell(
      [...many, ...many.map((entry) => ({ ...entry, reason: 'address is null' }))],
      [...noted, ...tell(many.slice(100))],
    );
    expect(rows.filter(({ status }) => status === 'odd')).toHaveLength(100);
    expect(rows.filter(({ status }) => status === 'unreadable')).toHaveLength(100);
    expect(rows.find(({ alert }) => alert && 'entry' in alert && alert.entry.others === 97)).toBeDefined();
  });

  it('without a block stand in the range that each poll reads', () => {
    const rows = tell([{ transactionHash: null, blockNumber: null, reason: 'the entry is not an object' }]);
    expect(rows[0]?.place.block).toBeGreaterThan(4_000_000_000);
  });
});
