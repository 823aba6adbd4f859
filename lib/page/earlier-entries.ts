import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { emailText } from '../../functions/alert/email/email.ts';
import { asShown } from '../../functions/alert/sns-message.ts';
import { smsText, subjectText } from '../../functions/alert/text/sms-and-subject.ts';
import { readWatchlist } from '../../functions/wallet/read-watchlist.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { filterReason, newestEntries, type StoredEntry } from '../cli/history/entries.ts';
import { type FeedEntry, feedEntry } from './feed-entry.ts';
import type { AlertNews, HiddenNews } from './news.ts';

const shown = 200;

export type WatchedEntry = StoredEntry & { readonly watch: Watch };

/**
 * The newest 200 alerts, hidden and filtered transfers of these rows in History, oldest first.
 * @param dynamodb a document client that reads numbers as numbers
 */
export async function earlierEntries(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  rows: readonly WatchlistRow[],
): Promise<FeedEntry[]> {
  const entries: WatchedEntry[] = [];
  for (const { watch } of readWatchlist(rows).watched) {
    let count = 0;
    for await (const entry of newestEntries(dynamodb, table, watch, ['told', 'hidden', 'unwanted'])) {
      entries.push({ ...entry, watch });
      count += 1;
      if (count === shown) break;
    }
  }
  // Equal times keep the chain's order, which comes newest first.
  return entries
    .reverse()
    .sort((a, b) => Date.parse(a.alert.detectedAt) - Date.parse(b.alert.detectedAt))
    .slice(-shown)
    .map((entry) => feedEntry(newsOf(entry)));
}

export function newsOf({ alert, status, watch }: WatchedEntry): AlertNews | HiddenNews {
  if (status === 'hidden') return { kind: 'hidden', alert };
  if (status === 'unwanted') return { kind: 'filtered', alert, filter: filterReason(alert, watch) };
  const shown = asShown(alert);
  const forms = { subject: subjectText(shown), email: emailText(shown), sms: smsText(shown), json: alert };
  return { kind: 'alert', alert, ...forms };
}
