import { describe, expect, it } from 'vitest';
import type { composeDigestAlerts } from '../../functions/alert/compose/compose-digests.ts';
import { assertDigests, assertLedger, LedgerBroken } from '../../functions/poll-wallets/assert-ledger.ts';
import { type Advance, type Cursor, neverPolled } from '../../functions/state/cursor.ts';
import { startOfBlock } from '../../functions/state/place.ts';
import { type NewRow, quietRow } from '../../functions/state/row.ts';
import { watchOf } from '../support/alerts.ts';

const watch = watchOf();
const start = { since: '2026-01-01T00:00:00.000Z', block: 0, timedTo: 0 };
const standing: Cursor = { ...neverPolled, version: 7, start, block: 100, newest: 100, settled: 90 };
const open = { batch: 7, rows: 1, from: 1, to: 1, lease: 0, messages: 0, published: 0, next: {} };
const row = (block: number, turn: number | null): NewRow => ({
  ...quietRow(startOfBlock(block), 'told', 0),
  turn,
});

function brokenBy(then: Partial<Advance>, rows: readonly NewRow[] = [], cursor = standing): string | null {
  try {
    assertLedger(watch, cursor, rows, then);
    return null;
  } catch (error) {
    return error instanceof LedgerBroken ? error.report.broken : String(error);
  }
}

describe('a change of the ledger', () => {
  it.each<[string, Partial<Advance>, readonly NewRow[]]>([
    ['moves on', { block: 110, newest: 110, settled: 100 }, [row(110, 0), row(105, 1), row(104, null)]],
    ['changes nothing', {}, []],
    ['falls back where a number was too high', { block: 95, newest: 95 }, []],
    ['settles up to its newest transfer', { newest: 120, settled: 120 }, []],
  ])('is saved that %s', (_what, then, rows) => {
    expect(brokenBy(then, rows)).toBeNull();
  });

  it('may settle less while the watch has not begun', () => {
    expect(brokenBy({ settled: 20 }, [], { ...standing, start: null })).toBeNull();
  });

  it.each<[string, Partial<Advance>, readonly NewRow[], Cursor]>([
    ['block would fall from 100 to 99', { block: 99 }, [], standing],
    ['settled block would fall from 90 to 89', { settled: 89 }, [], standing],
    ['settled block 101 would lie above', { settled: 101 }, [], standing],
    ['would have one turn', {}, [row(101, 0), row(102, 0)], standing],
    ['a turn would be missing', {}, [row(101, 1)], standing],
    ['two rows of one transfer', {}, [row(101, 0), row(101, 1)], standing],
    ['while another one is open', { block: 101 }, [row(101, 0)], { ...standing, open }],
  ])('is refused in which %s', (said, then, rows, cursor) => {
    expect(brokenBy(then, rows, cursor)).toContain(said);
  });

  it("is reported with everything needed to reproduce it, and without strangers' texts", () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(at, 0));
    try {
      assertLedger(watch, standing, rows, {});
      expect.unreachable();
    } catch (error) {
      const { report } = error as LedgerBroken;
      expect(report).toMatchObject({ wallet: watch.wallet, chain: 'eth', cursor: standing, advance: {} });
      expect(report.rows).toHaveLength(50);
      expect(report.rows[0]).toEqual({ position: expect.any(String), status: 'told', turn: 0 });
    }
  });
});

it('a report of a large batch begins with the rows at fault', () => {
  const fine = Array.from({ length: 60 }, (_, at) => row(at, at));
  try {
    assertLedger(watch, standing, [...fine, row(200, 60), row(200, 61)], {});
    expect.unreachable();
  } catch (error) {
    const turns = (error as LedgerBroken).report.rows.map(({ turn }) => turn);
    expect([turns.length, ...turns.slice(0, 3)]).toEqual([50, 60, 61, 0]);
  }
});

describe('digests', () => {
  const transfers = [{ value: 5n }, { value: 7n }];
  const digest = (over: object) =>
    ({ digest: { count: 2, totals: [{ count: 2, value: '12' }], ...over } }) as unknown as ReturnType<
      typeof composeDigestAlerts
    >[number];
  it('are published if they are the sums of their transfers', () => {
    expect(() => assertDigests(watch, standing, [digest({})], transfers)).not.toThrow();
  });
  it.each([
    ['a transfer left out', { count: 1, totals: [{ count: 1, value: '12' }] }],
    ['a total left out', { totals: [{ count: 1, value: '12' }] }],
    ['another amount', { totals: [{ count: 2, value: '13' }] }],
  ])('are held back with %s', (_what, over) => {
    expect(() => assertDigests(watch, standing, [digest(over)], transfers)).toThrow(/sum up/);
  });
});
