import { parseAddress } from '../chain/address.ts';
import { findChain } from '../chain/chains.ts';
import type { WatchlistRow } from './watchlist-row.ts';

/** It alone reaches a row whose key can't be read, and the one of two that is not polled. */
export const inConsole = 'the console (DynamoDB, Explore items, the Watchlist table)';

/** The command that mends a row nobody can read, in our own words alone. @param attribute the one at fault */
export function mendAdvice(row: WatchlistRow, attribute: string): string {
  const target = commandTarget(row);
  return target === null
    ? `Delete the row in ${inConsole}, then npx chainbell add the right wallet and chain.`
    : `npx chainbell set ${target} ${attribute}=… corrects it.`;
}

/** Wallet and chain as commands take them; null where they take neither as it stands. */
export function commandTarget({ wallet, chain }: WatchlistRow): string | null {
  try {
    parseAddress(wallet);
    return `${wallet.trim()} --chain ${findChain(chain).name.replace(' ', '-')}`;
  } catch {
    return null;
  }
}
