import { readWatchlist } from '../../../functions/wallet/read-watchlist.ts';
import { watchKey } from '../../../functions/wallet/watch.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import type { Problem, ReadEntry } from './read-entries.ts';
import type { KeyedRow } from './read-rows.ts';

export function keysOf(rows: readonly WatchlistRow[]): ReadonlyMap<string, WatchlistRow> {
  return new Map(readWatchlist(rows).watched.map(({ watch, row }) => [watchKey(watch), row]));
}

export interface SortedRows {
  readonly write: readonly WatchlistRow[];
  readonly alreadyThere: number;
  readonly problems: readonly Problem[];
}

export function sortRows(
  rows: readonly ReadEntry<KeyedRow>[],
  known: ReadonlyMap<string, WatchlistRow>,
  force: boolean,
): SortedRows {
  const write: WatchlistRow[] = [];
  const problems: Problem[] = [];
  let alreadyThere = 0;
  for (const one of rows) {
    if ('problem' in one) {
      problems.push(one);
      continue;
    }
    const there = known.get(one.key);
    if (there !== undefined && !force) alreadyThere += 1;
    // Another spelling would be a second row for the same watch.
    else write.push(there === undefined ? one.row : { ...one.row, wallet: there.wallet, chain: there.chain });
  }
  return { write, alreadyThere, problems };
}

export function summary(
  rows: number,
  { write, alreadyThere, problems }: SortedRows,
  dryRun: boolean,
): string {
  const words = [
    `${write.length} of ${rows} rows ${dryRun ? 'would be written' : 'written'}`,
    alreadyThere === 0 ? '' : `${alreadyThere} watched already`,
    problems.length === 0 ? '' : `${problems.length} unreadable`,
  ];
  return `${words.filter((word) => word !== '').join(', ')}.`;
}
