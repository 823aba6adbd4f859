import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { storedAlertSchema } from '../../functions/alert/stored-alert.ts';
import { tableNames } from './engine/tables.ts';

const entry = z.object({
  status: z.string(),
  reasons: z.array(z.string()),
  alert: storedAlertSchema,
});

/** A transfer as History keeps it: told or hidden. */
export type HistoryItem = z.infer<typeof entry>;

/** Entries looked at of one watch: more than one poll tells of, and more than anyone scrolls through. */
export const newestOfWatch = 50;

/** The newest entries under a watch's key, newest first. One that an older version wrote otherwise is left out. */
export async function historyEntries(
  dynamodb: DynamoDBDocumentClient,
  watch: string,
): Promise<HistoryItem[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: tableNames.history,
      KeyConditionExpression: 'watch = :watch',
      ExpressionAttributeValues: { ':watch': watch },
      ScanIndexForward: false,
      Limit: newestOfWatch,
    }),
  );
  return Items.flatMap((item) => entry.safeParse(item).data ?? []);
}
