import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { alertSchema } from '../../../functions/alert/alert.ts';
import { type Watch, watchKey } from '../../../functions/wallet/watch.ts';

const stored = z.object({ status: z.enum(['told', 'hidden']), alert: alertSchema });

/** One alert of a wallet that History keeps. */
export type StoredEntry = z.infer<typeof stored>;

/** Entries that one page is asked for: a reader mostly wants the newest few. */
const pageSize = 50;

/**
 * What History keeps of a watch, the newest block first.
 * @param dynamodb a document client that reads numbers as numbers
 */
export async function* newestEntries(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  watch: Pick<Watch, 'wallet' | 'chain'>,
): AsyncGenerator<StoredEntry> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: table,
      KeyConditionExpression: 'watch = :watch',
      ExpressionAttributeValues: { ':watch': watchKey(watch) },
      ScanIndexForward: false,
      Limit: pageSize,
    },
  );
  for await (const { Items = [] } of pages) for (const item of Items) yield stored.parse(item);
}
