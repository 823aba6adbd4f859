import { cleanText } from '../../../functions/text/safe-text.ts';
import type { Watchlist } from '../../../functions/wallet/read-watchlist.ts';
import { inConsole, mendAdvice } from '../../../functions/wallet/row-advice.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { namedRow } from '../watchlist/plain-row.ts';

/** What is wrong with a row that nobody can read, and the command that mends it. */
export function unreadableAdvice({ row, error }: Watchlist['unreadable'][number]): string {
  return `${shownRow(row)} is NOT watched: ${cleanText(error.message, 250)} ${mendAdvice(row, error.attribute)}`;
}

/** Which of two rows counts, and what to do with the other. */
export function duplicateAdvice({ row, standsIn }: Watchlist['duplicates'][number]): string {
  return `${shownRow(row)} is there twice, and counts for nothing beside ${shownRow(standsIn)}: delete it in ${inConsole}.`;
}

/** Its label first, where it has one. */
export function shownRow(row: WatchlistRow): string {
  return `${cleanText(namedRow(row), 130) ?? '-'} on ${cleanText(row.chain, 40) ?? '-'}`;
}
