import { describe, expect, it } from 'vitest';
import { assertDigests, assertLedger, LedgerBroken } from '../../functions/poll-wallets/assert-ledger.ts';
import type { Advance } from '../../functions/state/cursor.ts';
import { type NewRow, quietRow } from '../../functions/state/row.ts';
import { digestAlert, watchOf } from '../support/alerts.ts';
import { begunCursor, openBatch } from '../support/reads.ts';
import { times } from './story.ts';

const watch = watchOf();
const standing = begunCursor({ version: 7, block: 100, newest: 100, settled: 90 });
const row = (block: number, turn: number | null): NewRow => ({
  ...quietRow({ block, order: '', key: '' }, 'told', 0),
  turn,
});

function reportOf(then: Partial<Advance>, rows: readonly NewRow[] = [], cursor = standing) {
  try {
    assertLedger(watch, cursor, rows, then);
    return null;
  } catch (error) {
    if (error instanceof LedgerBroken) return error.report;
    throw error;
  }
}

describe('a change of the ledger', () => {
  it.each<[string, Partial<Advance>, readonly NewRow[]]>([
    ['moves on', { block: 110, newest: 110, settled: 100 }, [row(110, 0), row(105, 1), row(104, null)]],
    ['changes nothing', {}, []],
    ['falls back where a number was too high', { block: 95, newest: 95 }, []],
    ['settles up to its newest transfer', { newest: 120, settled: 120 }, []],
  ])('is saved that %s', (_what, then, rows) => {
    expect(reportOf(then, rows)).toBeNull();
  });

  it('may settle less while the watch has not begun', () => {
    expect(reportOf({ settled: 20 }, [], Object.assign(begunCursor(standing), { start: null }))).toBeNull();
  });

  it.each<[string, Partial<Advance>, readonly NewRow[], typeof standing?]>([
    ['block would fall from 100 to 99', { block: 99 }, []],
    ['settled block would fall from 90 to 89', { settled: 89 }, []],
    ['settled block 101 would lie above', { settled: 101 }, []],
    ['would have one turn', {}, [row(101, 0), row(102, 0)]],
    ['a turn would be missing', {}, [row(101, 1)]],
    ['two rows of one transfer', {}, [row(101, 0), row(101, 1)]],
    ['while another one is open', { block: 101 }, [row(101, 0)], { ...standing, open: openBatch() }],
  ])('is refused in which %s', (said, then, rows, cursor) => {
    expect(reportOf(then, rows, cursor)?.broken).toContain(said);
  });

  it("is reported without strangers' texts, with at most fifty rows, the faulty ones first", () => {
    const report = reportOf({}, [...times(60, (at) => row(at, at)), row(200, 60), row(200, 61)]);
    expect(report).toMatchObject({ wallet: watch.wallet, chain: 'eth', cursor: standing, advance: {} });
    expect(report?.rows).toHaveLength(50);
    expect(report?.rows[0]).toEqual({ position: expect.any(String), status: 'told', turn: 60 });
    expect(report?.rows.slice(1, 3)).toMatchObject([{ turn: 61 }, { turn: 0 }]);
  });
});

describe('digests', () => {
  const transfers = [{ value: 5n }, { value: 7n }];
  const alert = digestAlert();
  const check = (count: number, ...totals: readonly [number, string][]) => {
    const total = alert.digest.totals[0];
    if (total === undefined) throw new Error('no total');
    const digest = {
      ...alert.digest,
      count,
      totals: totals.map(([of, value]) => ({ ...total, count: of, value })),
    };
    return () => assertDigests(watch, standing, [{ ...alert, digest }], transfers);
  };

  it('are published if they are the sums of their transfers', () => {
    expect(check(2, [2, '12'])).not.toThrow();
    expect(check(2, [1, '5'], [1, '7'])).not.toThrow();
  });
  it.each([
    ['a transfer left out', 1, [1, '12']],
    ['a total left out', 2, [1, '12']],
    ['another amount', 2, [2, '13']],
  ] as const)('are held back with %s', (_what, count, [of, value]) => {
    expect(check(count, [of, value])).toThrow(/sum up/);
  });
});
