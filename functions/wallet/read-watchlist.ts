import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { readRow } from './read-row.ts';
import { type Watch, watchKey } from './watch.ts';
import { RowUnreadable, type WatchlistRow } from './watchlist-row.ts';

/** The whole Watchlist, understood: one watch a wallet and chain, and the rows that need their owner's hand. */
export interface Watchlist {
  readonly watched: readonly WatchedRow[];
  readonly unreadable: readonly { readonly row: WatchlistRow; readonly error: RowUnreadable }[];
  /** Rows that another row of the same wallet and chain stands in for. */
  readonly duplicates: readonly { readonly row: WatchlistRow; readonly standsIn: WatchlistRow }[];
}

export interface WatchedRow {
  readonly row: WatchlistRow;
  readonly watch: Watch;
}

/**
 * Reads every row by itself: one that can't be understood never stops another. Of rows for one watch the one in
 * canonical spelling decides, then the first in the alphabet, so that the choice is the same at every tick.
 */
export function readWatchlist(rows: readonly WatchlistRow[]): Watchlist {
  const unreadable: { row: WatchlistRow; error: RowUnreadable }[] = [];
  const readable: WatchedRow[] = [];
  for (const row of rows) {
    try {
      readable.push({ row, watch: readRow(row) });
    } catch (error) {
      if (!(error instanceof RowUnreadable)) throw error;
      unreadable.push({ row, error });
    }
  }
  const chosen = new Map<string, WatchedRow>();
  const duplicates: { row: WatchlistRow; standsIn: WatchlistRow }[] = [];
  for (const candidate of readable.sort(canonicalFirst)) {
    const key = watchKey(candidate.watch);
    const standsIn = chosen.get(key);
    if (standsIn === undefined) chosen.set(key, candidate);
    else duplicates.push({ row: candidate.row, standsIn: standsIn.row });
  }
  return { watched: [...chosen.values()], unreadable, duplicates };
}

function canonicalFirst(a: WatchedRow, b: WatchedRow): number {
  return (
    rank(a) - rank(b) || compareText(a.row.wallet, b.row.wallet) || compareText(a.row.chain, b.row.chain)
  );
}

/** 0: wallet and chain both in canonical spelling, 1: one of them, 2: none. */
function rank({ row, watch }: WatchedRow): number {
  return Number(row.wallet !== watch.wallet) + Number(row.chain !== watch.chain.name);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const row = z.looseObject({ wallet: z.string(), chain: z.string() });

/** Every row of the Watchlist as typed, numbers as their digits. */
export async function scanWatchlist(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
): Promise<WatchlistRow[]> {
  const rows: WatchlistRow[] = [];
  for await (const page of paginateScan({ client: dynamodb }, { TableName: tableName })) {
    rows.push(...(page.Items ?? []).map((item) => row.parse(item)));
  }
  return rows;
}
