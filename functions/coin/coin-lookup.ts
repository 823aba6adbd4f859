import { coinTypeHash } from '../api/coins.ts';
import type { TokenAddress } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { CallLimits, CoinSource } from '../transfer/source.ts';
import type { CoinRecord } from '../transfer/transfer.ts';
import { askWithTimeout, createCircuitBreaker, maxWaitMs } from './circuit-breaker.ts';
import { type CoinTypes, tokenKey } from './coin-types.ts';

const hour = 3_600_000;
/** A coin's name, symbol and decimals do not change; its supply handles hardly do. */
const foundForMs = 24 * hour;
/** A coin may be listed later. */
const missingForMs = hour;

interface CoinCache {
  has(hash: string): boolean;
  /** Null also for a hash that the endpoint does not know. */
  get(hash: string): CoinRecord | null;
  set(hash: string, record: CoinRecord | null): void;
}

/** It grows no larger than the table of coin types: no other hash is asked for. */
function createCoinCache(clock: Pick<Clock, 'now'>): CoinCache {
  const entries = new Map<string, { readonly record: CoinRecord | null; readonly until: number }>();
  const fresh = (hash: string) => {
    const entry = entries.get(hash);
    return entry !== undefined && clock.now() < entry.until ? entry : null;
  };
  return {
    has: (hash) => fresh(hash) !== null,
    get: (hash) => fresh(hash)?.record ?? null,
    set(hash, record) {
      entries.set(hash, { record, until: clock.now() + (record === null ? missingForMs : foundForMs) });
    },
  };
}

export interface CoinLookup {
  /** Resolves within two seconds and never rejects: an alert is on time, if need be without its coin. */
  find(chain: Pick<Chain, 'id'>, tokens: Iterable<TokenAddress>, limits: CallLimits): Promise<CoinOf>;
}

type CoinOf = (token: TokenAddress) => CoinRecord | null;

interface CoinLookupOptions {
  /** Null switches the lookup off. */
  readonly source: CoinSource | null;
  readonly coinTypes: CoinTypes;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** Call it once for each cold start, because all wallets share its cache and its circuit breaker. */
export function createCoinLookup({ source, coinTypes, clock, log }: CoinLookupOptions): CoinLookup {
  const hashes = new Map(Array.from(coinTypes, ([token, coinType]) => [token, coinTypeHash(coinType)]));
  const cache = createCoinCache(clock);
  const breaker = createCircuitBreaker(clock);
  /** Polls that need the same coin at the same time share a call. */
  const inFlight = new Map<string, Promise<void>>();

  async function ask(from: CoinSource, asked: readonly string[]): Promise<void> {
    const { outcome, reason } = await askWithTimeout(async (limits) => {
      const records = await from.coins(asked, limits);
      for (const hash of asked) {
        cache.set(hash, records.find((record) => record.coinTypeHash === hash) ?? null);
      }
    }, clock);
    for (const hash of asked) inFlight.delete(hash);
    breaker.report(outcome);
    if (reason !== null) log.warn('a coin lookup failed: alerts are told without their coin', { reason });
  }

  function begin(from: CoinSource, unknown: readonly string[]): void {
    const asked = unknown.filter((hash) => !inFlight.has(hash));
    if (asked.length === 0 || !breaker.allows()) return;
    const call = ask(from, asked);
    for (const hash of asked) inFlight.set(hash, call);
  }

  return {
    async find(chain, tokens, { deadline, signal }) {
      const hashOf = (token: TokenAddress) =>
        token === null ? null : (hashes.get(tokenKey(chain.id, token)) ?? null);
      const wanted = new Set(Array.from(tokens, hashOf).filter((hash) => hash !== null));
      const unknown = [...wanted].filter((hash) => !cache.has(hash));
      const hasTime = clock.now() + maxWaitMs <= deadline && signal?.aborted !== true;
      if (source !== null && hasTime) {
        begin(source, unknown);
        await Promise.all(unknown.map((hash) => inFlight.get(hash)));
      }
      return (token) => {
        const hash = hashOf(token);
        return hash === null ? null : cache.get(hash);
      };
    },
  };
}
