import type { TokenAddress } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import { createServiceLookup, type LookupSettings } from '../coin/service-lookup.ts';
import type { CallLimits } from '../transfer/source.ts';
import type { PriceSource } from './defillama.ts';
import { isDollar, type Price } from './price.ts';

const keptFor = 300_000;

/** @param source null: only dollar stablecoins have a price */
export function createPriceLookup(source: PriceSource | null, settings: LookupSettings) {
  const warning = 'a price lookup failed: alerts are told without their worth';
  const lookup = createServiceLookup<Price>(() => keptFor, warning, settings);
  return {
    /** Resolves within two seconds and never rejects. A token's price is null if nobody could say it in time. */
    async find(chain: Pick<Chain, 'id'>, tokens: Iterable<TokenAddress>, limits: CallLimits) {
      const isOne = (token: TokenAddress) => isDollar(chain.id, { address: token });
      const keyOf = (token: TokenAddress) => `${chain.id}:${token}`;
      const others = Array.from(tokens).filter((token) => !isOne(token));
      const byKey = new Map(others.map((token) => [keyOf(token), token]));
      const ask = async (keys: readonly string[], within: CallLimits) => {
        const asked = keys.map((key) => byKey.get(key) ?? null);
        const prices = await source?.prices(chain.id, asked, within);
        return asked.map((token) => prices?.get(token) ?? null);
      };
      if (source !== null) await lookup.find(byKey.keys(), ask, limits);
      const now = settings.clock.now();
      return (token: TokenAddress) =>
        isOne(token) ? { dollars: '1', at: now, confidence: 1 } : lookup.get(keyOf(token));
    },
  };
}
