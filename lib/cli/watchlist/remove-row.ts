import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import type { WatchedWallet } from '../frame/watched-wallet.ts';
import { Unfinished } from '../unusable.ts';
import type { WatchlistRows } from './rows.ts';

/**
 * Takes the row of a wallet off the Watchlist.
 * @returns the row as it was
 * @throws Unfinished where there is none
 */
export async function removeRow(rows: WatchlistRows, watched: WatchedWallet): Promise<WatchlistRow> {
  const row = await rows.get(watched);
  if (!(await rows.remove(row))) throw new Unfinished('The row was deleted by somebody just now.');
  return row;
}
