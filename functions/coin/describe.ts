import type { Chain } from '../chain/chain.ts';
import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import { directionFor } from '../transfer/direction.ts';
import type { Direction, Transfer } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import { bridgedDecimals } from './bridged-coins.ts';
import type { CoinRecord } from './coin-record.ts';

/**
 * The transfer with its coin record, which fills in the name, symbol and decimals that the transfer lacks; where both
 * speak, the transfer's stand.
 *
 * The decimals of a bridged token come from our own table before the record, for the record describes the coin over
 * there: WETH has 18 decimals on Ethereum, the coin that stands for it has 6, and an amount shown with those would be
 * wrong by 10^12. The same goes for USDC and USDT of BNB Chain. Of a pair from the `coins` setting nothing is known but
 * the record, so its decimals are taken. Decimals that nobody knows stay null.
 */
export function withCoin(
  transfer: Transfer & { readonly direction: Direction },
  chain: Pick<Chain, 'id'>,
  coin: CoinRecord | null,
): DescribedTransfer {
  const { token } = transfer;
  return {
    ...transfer,
    token: {
      ...token,
      name: token.name ?? coin?.name ?? null,
      symbol: token.symbol ?? coin?.symbol ?? null,
      decimals: token.decimals ?? bridgedDecimals(chain, token.address) ?? coin?.decimals ?? null,
    },
    coin,
  };
}

/** A transfer of the watched wallet as the wallet sees it, with its coin record. */
export function describeFor(watch: Watch, transfer: Transfer, coin: CoinRecord | null): DescribedTransfer {
  const direction = directionFor(watch.wallet, transfer) ?? 'in';
  return withCoin({ ...transfer, direction }, watch.chain, coin);
}
