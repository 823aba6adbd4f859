import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { alertSchema } from '../../functions/alert/alert.ts';
import { emailText } from '../../functions/alert/email/email.ts';
import { smsText, subjectText } from '../../functions/alert/text/sms-and-subject.ts';
import { readWatchlist } from '../../functions/wallet/read-watchlist.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { type FeedEntry, feedEntry } from './feed-entry.ts';

const stored = z.object({ status: z.string(), alert: alertSchema });

const shown = 200;

/**
 * What earlier runs told and hid of these rows' wallets, as far as History keeps it (transfers): the newest 200, oldest
 * first.
 * @param dynamodb a document client that reads numbers as numbers
 */
export async function earlierEntries(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  rows: readonly WatchlistRow[],
): Promise<FeedEntry[]> {
  const items: z.infer<typeof stored>[] = [];
  for (const { watch } of readWatchlist(rows).watched) {
    const { Items = [] } = await dynamodb.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'watch = :watch',
        ExpressionAttributeValues: { ':watch': watchKey(watch) },
        ScanIndexForward: false,
        Limit: shown,
      }),
    );
    items.push(...Items.map((item) => stored.parse(item)));
  }
  // Where times are the same the order of the chain stays, which comes newest first.
  return items
    .reverse()
    .sort((a, b) => Date.parse(a.alert.detectedAt) - Date.parse(b.alert.detectedAt))
    .slice(-shown)
    .map((item) => ({ ...entryOf(item), earlier: true }));
}

function entryOf({ alert, status }: z.infer<typeof stored>): FeedEntry {
  if (status === 'hidden') return feedEntry({ kind: 'hidden', alert });
  const forms = { subject: subjectText(alert), email: emailText(alert), sms: smsText(alert), json: alert };
  return feedEntry({ kind: 'alert', alert, ...forms });
}
