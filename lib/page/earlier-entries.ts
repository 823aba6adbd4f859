import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { emailText } from '../../functions/alert/email/email.ts';
import { smsText, subjectText } from '../../functions/alert/text/sms-and-subject.ts';
import { readWatchlist } from '../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { newestEntries, type StoredEntry } from '../cli/history/entries.ts';
import { type FeedEntry, feedEntry } from './feed-entry.ts';
import type { AlertNews, HiddenNews } from './news.ts';

const shown = 200;

/**
 * What earlier runs told, hid and filtered of these rows' wallets, as far as History keeps it (transfers): the newest 200,
 * oldest first.
 * @param dynamodb a document client that reads numbers as numbers
 */
export async function earlierEntries(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  rows: readonly WatchlistRow[],
): Promise<FeedEntry[]> {
  const entries: StoredEntry[] = [];
  for (const { watch } of readWatchlist(rows).watched) {
    let count = 0;
    for await (const entry of newestEntries(dynamodb, table, watch, ['told', 'hidden', 'unwanted'])) {
      entries.push(entry);
      count += 1;
      if (count === shown) break;
    }
  }
  // Where times are the same the order of the chain stays, which comes newest first.
  return entries
    .reverse()
    .sort((a, b) => Date.parse(a.alert.detectedAt) - Date.parse(b.alert.detectedAt))
    .slice(-shown)
    .map((entry) => ({ ...feedEntry(newsOf(entry)), earlier: true }));
}

/** What was told, hidden or filtered, as it happened. */
export function newsOf({ alert, status }: StoredEntry): AlertNews | HiddenNews {
  if (status !== 'told') return { kind: status === 'hidden' ? 'hidden' : 'filtered', alert };
  const forms = { subject: subjectText(alert), email: emailText(alert), sms: smsText(alert), json: alert };
  return { kind: 'alert', alert, ...forms };
}
