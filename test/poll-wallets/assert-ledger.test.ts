import { describe, expect, it } from 'vitest';
import { assertLedger, LedgerBroken } from '../../functions/poll-wallets/assert-ledger.ts';
import type { Advance } from '../../functions/state/cursor.ts';
import { type NewRow, quietRow } from '../../functions/state/ledger-row.ts';
import { begunCursor, openBatch } from '../support/reads.ts';

const standing = begunCursor({ version: 7, block: 100, newest: 100, settled: 90 });
const row = (block: number, turn: number | null): NewRow => ({
  ...quietRow({ block, order: '', key: '' }, 'told', 0),
  turn,
});

function brokenBy(then: Partial<Advance>, rows: readonly NewRow[] = [], cursor = standing): string | null {
  try {
    assertLedger(cursor, rows, then);
    return null;
  } catch (error) {
    if (error instanceof LedgerBroken) return error.message;
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
    expect(brokenBy(then, rows)).toBeNull();
  });

  it('may settle less while the watch has not begun', () => {
    expect(brokenBy({ settled: 20 }, [], Object.assign(begunCursor(standing), { start: null }))).toBeNull();
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
    expect(brokenBy(then, rows, cursor)).toContain(said);
  });
});
