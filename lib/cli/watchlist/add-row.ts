import { readRow } from '../../../functions/wallet/read-row.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import type { WatchedWallet } from '../frame/watched-wallet.ts';
import { readOption } from '../parse-options.ts';
import { type Assignments, storedValue } from './attributes.ts';
import type { WatchlistRows } from './rows.ts';

/**
 * Puts a row on the Watchlist.
 * @param replace whether the row that the wallet has is to give way
 * @returns the row as it is then; null where the wallet has one, and it stays as it is
 * @throws Unusable where the functions could not read it
 */
export async function addRow(
  rows: WatchlistRows,
  watched: WatchedWallet,
  assignments: Assignments,
  replace: boolean,
): Promise<WatchlistRow | null> {
  const row = rowOf(watched, assignments);
  const there = await rows.find(watched);
  if (there !== null && !replace) return null;
  // Under the spelling that is there: another would be a second row for the same watch.
  const put = { ...row, ...(there === null ? {} : { wallet: there.wallet, chain: there.chain }) };
  return (await rows.put(put, replace)) ? put : null;
}

function rowOf({ wallet, chain }: WatchedWallet, assignments: Assignments): WatchlistRow {
  return readOption(null, () => {
    const given = [...assignments].filter(([, text]) => text !== null);
    const values = given.map(([name, text]) => [name, storedValue(name, text ?? '', chain)]);
    const row: WatchlistRow = { ...Object.fromEntries(values), wallet, chain: chain.name };
    readRow(row);
    return row;
  });
}
