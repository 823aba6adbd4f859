import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../functions/runtime/clock.ts';
import { batchWriter } from '../../../functions/runtime/dynamodb-writes.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';

/** Rows at once, in four requests: a table that is new takes 4,000 writes a second. */
const atOnce = 100;

/**
 * Puts rows, also over those that are there.
 * @param written told how many are, after each hundred
 * @throws Error where the table stays throttled
 */
export async function writeRows(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  rows: readonly WatchlistRow[],
  clock: Clock,
  written: (count: number) => void,
): Promise<void> {
  const { put } = batchWriter(dynamodb, table, clock, 'rows of the Watchlist unwritten');
  for (let from = 0; from < rows.length; from += atOnce) {
    await put(rows.slice(from, from + atOnce));
    written(Math.min(from + atOnce, rows.length));
  }
}
