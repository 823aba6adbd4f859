import { compareText } from '../../../functions/wallet/read-watchlist.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { createWatchlistScan } from '../../../functions/wallet/watchlist-table.ts';
import { type OpenStack, openTable } from './open-stack.ts';

/** As typed, by wallet and chain. */
export async function allRows(open: OpenStack): Promise<WatchlistRow[]> {
  const rows = await createWatchlistScan(await openTable(open, 'watchlist'))((row) => row);
  return rows.toSorted((a, b) => compareText(a.wallet, b.wallet) || compareText(a.chain, b.chain));
}
