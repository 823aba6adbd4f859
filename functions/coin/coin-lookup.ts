import { coinTypeHash } from '../api/coins.ts';
import type { TokenAddress } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import { dayMs, hourMs } from '../runtime/clock.ts';
import { asListed } from '../spam/listed-token.ts';
import type { CallLimits, CoinSource } from '../transfer/source.ts';
import {
  type CoinRecord,
  type DescribedTransfer,
  type Direction,
  directionFor,
  type Transfer,
} from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import { type CoinTypes, tokenKey } from './coin-types.ts';
import { createServiceLookup, type LookupSettings } from './service-lookup.ts';

/** A coin's name, symbol and decimals do not change; its supply handles hardly do. */
const foundFor = dayMs;
/** A coin may be listed later. */
const missingFor = hourMs;

/** @param source null switches the lookup off */
export function createCoinLookup(source: CoinSource | null, coinTypes: CoinTypes, settings: LookupSettings) {
  const hashes = new Map(Array.from(coinTypes, ([token, coinType]) => [token, coinTypeHash(coinType)]));
  const lookup = createServiceLookup<CoinRecord>(
    (record) => (record === null ? missingFor : foundFor),
    'a coin lookup failed: alerts go out without their coin',
    settings,
  );
  return {
    /** Resolves within two seconds and never rejects. */
    async find(chain: Pick<Chain, 'id'>, tokens: Iterable<TokenAddress>, limits: CallLimits) {
      const hashOf = (token: TokenAddress) =>
        token === null ? null : (hashes.get(tokenKey(chain.id, token)) ?? null);
      const wanted = Array.from(tokens, hashOf).filter((hash) => hash !== null);
      const ask = async (asked: readonly string[], within: CallLimits) => {
        const records = (await source?.coins(asked, within)) ?? [];
        return asked.map((hash) => records.find((record) => record.coinTypeHash === hash) ?? null);
      };
      if (source !== null) await lookup.find(wanted, ask, limits);
      return (token: TokenAddress) => {
        const hash = hashOf(token);
        return hash === null ? null : lookup.get(hash);
      };
    },
  };
}

/**
 * Describes the token by our list, else by the API, else by the coin record. The record comes last because it describes the coin on
 * Aptos, where WETH has 6 decimals and not 18. Decimals that nobody knows stay null.
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
