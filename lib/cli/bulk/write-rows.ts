import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../functions/runtime/clock.ts';
import { retryUnprocessed } from '../../../functions/runtime/dynamodb-writes.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';

/** What one request takes. */
const perBatch = 25;
/** Requests at once: a table that is new takes 4,000 writes a second. */
const lanes = 4;

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
  const write = async (batch: BatchPuts) => {
    const reply = await dynamodb.send(new BatchWriteCommand({ RequestItems: { [table]: batch } }));
    return reply.UnprocessedItems?.[table];
  };
  const sleep = (milliseconds: number) => clock.sleep(milliseconds);
  for (let from = 0; from < rows.length; from += lanes * perBatch) {
    const batches = Array.from({ length: lanes }, (_, lane) => {
      const at = from + lane * perBatch;
      return rows.slice(at, at + perBatch).map((Item) => ({ PutRequest: { Item } }));
    });
    const write25 = (batch: BatchPuts) =>
      retryUnprocessed(batch, write, { perBatch, left: 'rows of the Watchlist unwritten', sleep });
    await Promise.all(batches.map(write25));
    written(Math.min(from + lanes * perBatch, rows.length));
  }
}

type BatchPuts = NonNullable<NonNullable<BatchWriteCommand['input']['RequestItems']>[string]>;
