import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import { type Clock, minuteMs } from '../runtime/clock.ts';
import { type MisspeltAttribute, misspeltAttributes } from './misspelt-attributes.ts';
import { readRow } from './read-row.ts';
import { remembered } from './row-values.ts';
import { type Watch, watchKey } from './watch.ts';
import { RowUnreadable, type WatchlistRow } from './watchlist-row.ts';

export interface WatchedRow {
  readonly row: WatchlistRow;
  readonly watch: Watch;
  /** Attributes that are not read because of a typing error in their names. */
  readonly misspelt: readonly MisspeltAttribute[];
}

interface UnreadableRow {
  readonly row: WatchlistRow;
  /** Not an Error, because a hundred thousand stack traces don't fit into the function's memory. */
  readonly error: Pick<RowUnreadable, 'attribute' | 'message'>;
}

export type UnderstoodRow = WatchedRow | UnreadableRow;

/** An unreadable row never stops other rows. */
export function understandRow(row: WatchlistRow): UnderstoodRow {
  try {
    return { row, watch: readRow(row), misspelt: misspeltAttributes(row) };
  } catch (error) {
    if (!(error instanceof RowUnreadable)) throw error;
    return { row, error: { attribute: error.attribute, message: error.message } };
  }
}

type ReadRows = (read: (row: WatchlistRow) => UnderstoodRow) => Promise<readonly UnderstoodRow[]>;

/**
 * `readRows` reads the table and parses only the rows that changed: parsing every row would take most of a tick's time.
 * `recentRows` returns the rows of the last minute's read, so the table is read at most once between two ticks.
 */
export function rememberRows(
  scan: ReadRows,
  clock: Pick<Clock, 'now'>,
  understand = understandRow,
): Record<'readRows' | 'recentRows', () => Promise<readonly UnderstoodRow[]>> {
  let known = new Map<string, UnderstoodRow>();
  const values = new Map<string, unknown>();
  let last: { readonly at: number; readonly rows: readonly UnderstoodRow[] } | null = null;
  const readRows = async () => {
    const shown = new Map<string, UnderstoodRow>();
    const rows = await scan((row) => {
      const key = `${row.wallet}\n${row.chain}`;
      const before = known.get(key);
      const now =
        before !== undefined && isDeepStrictEqual(before.row, row)
          ? before
          : understand(sharing(values, row));
      shown.set(key, now);
      return now;
    });
    known = shown;
    last = { at: clock.now(), rows };
    return rows;
  };
  const recentRows = async () => (last !== null && clock.now() - last.at < minuteMs ? last.rows : readRows());
  return { readRows, recentRows };
}

/** Keeps equal values once: the lists of a hundred thousand rows of forty tokens don't fit into memory. */
function sharing(known: Map<string, unknown>, row: WatchlistRow): WatchlistRow {
  const values = Object.entries(row).map(([name, value]) => {
    // No serialized value begins with a space.
    const content = typeof value === 'object' ? serialize(value).toString('latin1') : ` ${value}`;
    return [name, remembered(known, content, () => value)];
  });
  return { ...row, ...Object.fromEntries(values) };
}

export interface Watchlist {
  readonly watched: readonly WatchedRow[];
  readonly unreadable: readonly UnreadableRow[];
  /** Rows that are not polled, because another row has the same wallet and chain. */
  readonly duplicates: readonly { readonly row: WatchlistRow; readonly polledRow: WatchlistRow }[];
}

/** One row a watch: the nearest to canonical spelling, then the first in the alphabet, in whatever order the rows come. */
export function chooseWatches(rows: readonly UnderstoodRow[]): Watchlist {
  const readable = rows.filter((row) => 'watch' in row);
  const chosen = new Map<string, WatchedRow>();
  for (const row of readable) {
    const key = watchKey(row.watch);
    const before = chosen.get(key);
    if (before === undefined || isBefore(row, before)) chosen.set(key, row);
  }
  const duplicates = readable.flatMap(({ row, watch }) => {
    const polledRow = chosen.get(watchKey(watch))?.row ?? row;
    return polledRow === row ? [] : [{ row, polledRow }];
  });
  return { watched: [...chosen.values()], unreadable: rows.filter((row) => 'error' in row), duplicates };
}

export function readWatchlist(rows: readonly WatchlistRow[]): Watchlist {
  return chooseWatches(rows.map(understandRow));
}

function isBefore(a: WatchedRow, b: WatchedRow): boolean {
  const byText = compareText(a.row.wallet, b.row.wallet) || compareText(a.row.chain, b.row.chain);
  return (rank(a) - rank(b) || byText) < 0;
}

/** 0: wallet and chain are both in canonical spelling, 1: one of them is, 2: neither. */
function rank({ row, watch }: WatchedRow): number {
  return Number(row.wallet !== watch.wallet) + Number(row.chain !== watch.chain.name);
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
