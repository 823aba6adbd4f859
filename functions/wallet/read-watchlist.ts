import { type UnderstoodRow, type UnreadableRow, understandRow, type WatchedRow } from './understand-row.ts';
import { watchKey } from './watch.ts';
import type { WatchlistRow } from './watchlist-row.ts';

/** One watch for each wallet and chain, and the rows that their owner must correct. */
export interface Watchlist {
  readonly watched: readonly WatchedRow[];
  readonly unreadable: readonly UnreadableRow[];
  /** Rows that are not polled, because another row has the same wallet and chain. */
  readonly duplicates: readonly { readonly row: WatchlistRow; readonly standsIn: WatchlistRow }[];
}

/** One row a watch: the nearest to canonical spelling, then the first in the alphabet, in whatever order the rows come. */
export function chooseWatches(rows: readonly UnderstoodRow[]): Watchlist {
  const unreadable: UnreadableRow[] = [];
  const chosen = new Map<string, WatchedRow>();
  const others: WatchedRow[] = [];
  for (const row of rows) {
    if ('error' in row) {
      unreadable.push(row);
      continue;
    }
    const key = watchKey(row.watch);
    const before = chosen.get(key);
    if (before !== undefined) others.push(isBefore(row, before) ? before : row);
    if (before === undefined || isBefore(row, before)) chosen.set(key, row);
  }
  const duplicates = others.map((other) => ({
    row: other.row,
    standsIn: (chosen.get(watchKey(other.watch)) ?? other).row,
  }));
  return { watched: [...chosen.values()], unreadable, duplicates };
}

export function readWatchlist(rows: readonly WatchlistRow[]): Watchlist {
  return chooseWatches(rows.map(understandRow));
}

function isBefore(a: WatchedRow, b: WatchedRow): boolean {
  return (
    (rank(a) - rank(b) || compareText(a.row.wallet, b.row.wallet) || compareText(a.row.chain, b.row.chain)) <
    0
  );
}

/** 0: wallet and chain are both in canonical spelling, 1: one of them is, 2: neither. */
function rank({ row, watch }: WatchedRow): number {
  return Number(row.wallet !== watch.wallet) + Number(row.chain !== watch.chain.name);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
