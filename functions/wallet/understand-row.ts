import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../runtime/clock.ts';
import { type MisspeltAttribute, misspeltAttributes } from './misspelt-attributes.ts';
import { readRow } from './read-row.ts';
import type { Watch } from './watch.ts';
import { RowUnreadable, type WatchlistRow } from './watchlist-row.ts';

export interface WatchedRow {
  readonly row: WatchlistRow;
  readonly watch: Watch;
  /** Nobody reads them, though they were probably meant to be read. */
  readonly misspelt: readonly MisspeltAttribute[];
}

export interface UnreadableRow {
  readonly row: WatchlistRow;
  /** Without the stack of an error: a hundred thousand of those don't fit into the function. */
  readonly error: Pick<RowUnreadable, 'attribute' | 'message'>;
}

/** A row with what it asks for, or with why that can't be understood. */
export type UnderstoodRow = WatchedRow | UnreadableRow;

/** Reads one row by itself: one that can't be understood never stops another. */
export function understandRow(row: WatchlistRow): UnderstoodRow {
  try {
    return { row, watch: readRow(row), misspelt: misspeltAttributes(row) };
  } catch (error) {
    if (!(error instanceof RowUnreadable)) throw error;
    return { row, error: { attribute: error.attribute, message: error.message } };
  }
}

/** Reads every row of a table, in any order, each by the function that it is given. */
type ReadRows = (read: (row: WatchlistRow) => UnderstoodRow) => Promise<readonly UnderstoodRow[]>;

/**
 * The rows of the table at each call. What was understood of a row is kept as long as the row stays as it is: reading it again at
 * every tick is most of what a tick costs. Nothing is kept of rows that the last call did not show.
 */
export function rememberRows(
  readRows: ReadRows,
  understand = understandRow,
): () => Promise<readonly UnderstoodRow[]> {
  let known = new Map<string, UnderstoodRow>();
  return async () => {
    const shown = new Map<string, UnderstoodRow>();
    const rows = await readRows((row) => {
      const key = `${row.wallet}\n${row.chain}`;
      const before = known.get(key);
      const now = before !== undefined && isSameRow(before.row, row) ? before : understand(row);
      shown.set(key, now);
      return now;
    });
    known = shown;
    return rows;
  };
}

const minute = 60_000;

/** The rows, and what a call within the last minute has read of them: at most one reads the table between two ticks. */
export function keepRecent(
  readRows: () => Promise<readonly UnderstoodRow[]>,
  clock: Pick<Clock, 'now'>,
): Record<'readRows' | 'recentRows', () => Promise<readonly UnderstoodRow[]>> {
  let last: { readonly at: number; readonly rows: readonly UnderstoodRow[] } | null = null;
  const read = async () => {
    last = { at: clock.now(), rows: await readRows() };
    return last.rows;
  };
  return {
    readRows: read,
    recentRows: async () => (last !== null && clock.now() - last.at < minute ? last.rows : read()),
  };
}

/** Most values are texts: looking into them is for the others. */
function isSameRow(one: WatchlistRow, other: WatchlistRow): boolean {
  const names = Object.keys(other);
  return (
    names.length === Object.keys(one).length &&
    names.every((name) => one[name] === other[name] || isDeepStrictEqual(one[name], other[name]))
  );
}
