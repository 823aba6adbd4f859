import type { Address } from '../../../functions/chain/address.ts';
import { readTokens } from '../../../functions/wallet/row-values.ts';
import { attributesOf, type WatchlistRow } from '../../../functions/wallet/watchlist-row.ts';
import type { WatchedWallet } from '../frame/watched-wallet.ts';
import { readOption } from '../parse-options.ts';
import { changeRow } from '../watchlist/change-row.ts';
import type { WatchlistRows } from '../watchlist/rows.ts';

/**
 * Has a token be no spam to a wallet from now on: it goes into trustTokens of the wallet's row.
 * @returns the row as it is then
 * @throws Unusable where the functions could not read it after that, Unfinished where there is no such row
 */
export async function trustToken(
  rows: WatchlistRows,
  watched: WatchedWallet,
  token: Address,
): Promise<WatchlistRow> {
  const before = attributesOf(await rows.get(watched)).get('trustTokens');
  const tokens = readOption(null, () => [...readTokens('trustTokens', before, watched.chain), token]).join(
    ',',
  );
  return changeRow(rows, watched, new Map([['trustTokens', tokens]]));
}
