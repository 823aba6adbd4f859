import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { storedAlertSchema } from '../../../functions/alert/outgoing-alert.ts';
import { formerWatchKey, type Watch, watchKey } from '../../../functions/wallet/watch.ts';

const stored = z.object({ status: z.enum(['told', 'hidden']), alert: storedAlertSchema });

/** One alert of a wallet that History keeps. */
export type StoredEntry = z.infer<typeof stored>;

/** Entries that one page is asked for: a reader mostly wants the newest few. */
const pageSize = 50;

/**
 * What History keeps of a watch, the newest block first. What an older version wrote otherwise is left out.
 * @param dynamodb a document client that reads numbers as numbers
 */
export async function* newestEntries(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  watch: Pick<Watch, 'wallet' | 'chain'>,
): AsyncGenerator<StoredEntry> {
  // What version 0.1 told is under the former key, and is older than all else.
  for (const key of new Set([watchKey(watch), formerWatchKey(watch)])) {
    const pages = paginateQuery(
      { client: dynamodb },
      {
        TableName: table,
        KeyConditionExpression: 'watch = :watch',
        ExpressionAttributeValues: { ':watch': key },
        ScanIndexForward: false,
        Limit: pageSize,
      },
    );
    for await (const { Items = [] } of pages)
      for (const item of Items) yield* [stored.safeParse(item).data].filter((entry) => entry !== undefined);
  }
}
