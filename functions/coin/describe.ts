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
 * The token as our list has it, else as the API has it, else as its coin record has it. The record describes the coin on Aptos:
 * WETH has 18 decimals on Ethereum and 6 there, so that an amount with the record's decimals would be wrong by 10^12. Decimals that
 * nobody knows stay null.
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

/** A transfer as the watched wallet sees it, with its coin record. */
export function describeFor(watch: Watch, transfer: Transfer, coin: CoinRecord | null): DescribedTransfer {
  const direction = directionFor(watch.wallet, transfer) ?? 'in';
  return withCoin({ ...transfer, direction }, watch.chain, coin);
}
