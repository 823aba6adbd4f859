import { parseAddress } from '../chain/address.ts';
import { findChain } from '../chain/chains.ts';
import type { WatchlistRow } from './watchlist-row.ts';

/** Only the console reaches a row with an unreadable key, or a duplicate row that is not polled. */
export const inConsole = 'the console (DynamoDB, Explore items, the Watchlist table)';

/** How to correct an unreadable row; quotes the row's key only if that can be parsed. @param attribute the one at fault */
export function mendAdvice(row: WatchlistRow, attribute: string): string {
  const target = commandTarget(row);
  return target === null
    ? `Delete the row in ${inConsole}, then npx chainbell add the right wallet and chain.`
    : `npx chainbell set ${target} ${attribute}=… corrects it.`;
}

/** Wallet and chain as arguments of a command; null if either can't be parsed. */
export function commandTarget({ wallet, chain }: WatchlistRow): string | null {
  try {
    parseAddress(wallet);
    return `${wallet.trim()} --chain ${findChain(chain).name.replace(' ', '-')}`;
  } catch {
    return null;
  }
}
