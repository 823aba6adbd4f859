import { parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { cleanText } from '../../../functions/text/safe-text.ts';
import type { Watchlist } from '../../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';

/** The console alone reaches a row whose key can't be read, and the one of two that is not polled. */
const inConsole = 'the console (DynamoDB, Explore items, the Watchlist table)';

/** What is wrong with a row that nobody can read, and the command that mends it. */
export function unreadableAdvice({ row, error }: Watchlist['unreadable'][number]): string {
  const target = targetOf(row);
  const mend =
    target === null
      ? `Delete the row in ${inConsole}, then npx chainbell add the right wallet and chain.`
      : `npx chainbell set ${target} ${error.attribute}=… corrects it.`;
  return `${shownKey(row)} is not polled: ${cleanText(error.message, 250)} ${mend}`;
}

/** Which of two rows counts, and what to do with the other. */
export function duplicateAdvice({ row, standsIn }: Watchlist['duplicates'][number]): string {
  return `${shownKey(row)} is there twice, and counts for nothing beside ${shownKey(standsIn)}: delete it in ${inConsole}.`;
}

/** As commands take them; null where they take neither as it stands. */
function targetOf({ wallet, chain }: WatchlistRow): string | null {
  try {
    return `${parseAddress(wallet)} --chain ${findChain(chain).name.replace(' ', '-')}`;
  } catch {
    return null;
  }
}

function shownKey({ wallet, chain }: WatchlistRow): string {
  return `${cleanText(wallet, 60) ?? '-'} on ${cleanText(chain, 40) ?? '-'}`;
}
