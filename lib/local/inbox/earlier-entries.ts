import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { emailText } from '../../../functions/alert/email/email.ts';
import { smsText, subjectText } from '../../../functions/alert/text/sms-and-subject.ts';
import { readWatchlist } from '../../../functions/wallet/read-watchlist.ts';
import { formerWatchKey, watchKey } from '../../../functions/wallet/watch.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { type HistoryItem, historyEntries } from '../history-entries.ts';
import { alertEntry, type FeedEntry, hiddenEntry } from './feed-entry.ts';

const shown = 50;

/**
 * What earlier runs told and hid of these rows' wallets, as far as History keeps it (transfers): the newest 50, oldest
 * first.
 */
export async function earlierEntries(
  dynamodb: DynamoDBDocumentClient,
  rows: readonly WatchlistRow[],
): Promise<FeedEntry[]> {
  const keys = new Set(
    readWatchlist(rows).watched.flatMap(({ watch }) => [watchKey(watch), formerWatchKey(watch)]),
  );
  const items: HistoryItem[] = [];
  for (const key of keys) items.push(...(await historyEntries(dynamodb, key)));
  // Where times are the same the order of the chain stays, which comes newest first.
  return items
    .reverse()
    .sort((a, b) => Date.parse(a.alert.detectedAt) - Date.parse(b.alert.detectedAt))
    .slice(-shown)
    .map((item) => ({ ...entryOf(item), earlier: true }));
}

function entryOf({ alert, status, reasons }: HistoryItem): FeedEntry {
  if (status === 'hidden') return hiddenEntry({ alert, reasons });
  const forms = { subject: subjectText(alert), email: emailText(alert), sms: smsText(alert), json: alert };
  return alertEntry({ alert, ...forms });
}
