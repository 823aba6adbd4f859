import type { Chain } from '../chain/chains.ts';
import { asListed } from '../spam/listed-token.ts';
import {
  type CoinRecord,
  type DescribedTransfer,
  type Direction,
  directionFor,
  type Transfer,
} from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';

/**
 * The transfer with its token as our own list has it, else as the API has it, and with what both lack from its coin record.
 *
 * The list comes before the record as well, for the record describes the coin over there: WETH has 18 decimals on Ethereum,
 * the coin that stands for it has 6, and an amount shown with those would be wrong by 10^12. The same goes for USDC and USDT
 * of BNB Chain. Of a pair from the `coins` setting nothing is known but the record, so its decimals are taken. Decimals
 * that nobody knows stay null.
 */
export function withCoin(
  transfer: Transfer & { readonly direction: Direction },
  chain: Pick<Chain, 'id'>,
  coin: CoinRecord | null,
): DescribedTransfer {
  const token = asListed(chain.id, transfer.token);
  return {
    ...transfer,
    token: {
      ...token,
      name: token.name ?? coin?.name ?? null,
      symbol: token.symbol ?? coin?.symbol ?? null,
      decimals: token.decimals ?? coin?.decimals ?? null,
    },
    coin,
    usd: null,
  };
}

/** A transfer of the watched wallet as the wallet sees it, with its coin record. */
export function describeFor(watch: Watch, transfer: Transfer, coin: CoinRecord | null): DescribedTransfer {
  const direction = directionFor(watch.wallet, transfer) ?? 'in';
  return withCoin({ ...transfer, direction }, watch.chain, coin);
}
