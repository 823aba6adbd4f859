import { coinTypeHash } from '../api/coins.ts';
import type { TokenAddress } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { CallLimits, CoinSource } from '../transfer/source.ts';
import type { CoinRecord } from '../transfer/transfer.ts';
import { type CoinTypes, tokenKey } from './coin-types.ts';
import { createServiceLookup, type LookupSettings } from './service-lookup.ts';

const hour = 3_600_000;
/** A coin's name, symbol and decimals do not change; its supply handles hardly do. */
const foundFor = 24 * hour;
/** A coin may be listed later. */
const missingFor = hour;

/** @param source null switches the lookup off */
export function createCoinLookup(source: CoinSource | null, coinTypes: CoinTypes, settings: LookupSettings) {
  const hashes = new Map(Array.from(coinTypes, ([token, coinType]) => [token, coinTypeHash(coinType)]));
  const lookup = createServiceLookup<CoinRecord>(
    (record) => (record === null ? missingFor : foundFor),
    'a coin lookup failed: alerts are told without their coin',
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
