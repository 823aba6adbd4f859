import { documentClient } from '../../../functions/runtime/aws-clients.ts';
import type { WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import { scanWatchlist } from '../../../functions/wallet/watchlist-table.ts';
import type { OpenStack } from '../stack/chainbell-stack.ts';

/** Every row of the Watchlist as typed, by wallet and chain: a scan gives them in no order. */
export async function allRows({ stack, aws }: OpenStack): Promise<WatchlistRow[]> {
  const rows = await scanWatchlist(documentClient(await aws.dynamodb()), stack.tables.watchlist);
  return rows.toSorted((a, b) => compareText(a.wallet, b.wallet) || compareText(a.chain, b.chain));
}

/** The same on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
