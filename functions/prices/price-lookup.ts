import type { TokenAddress } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import { askWithTimeout, createCircuitBreaker, maxWaitMs } from '../coin/circuit-breaker.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { CallLimits } from '../transfer/source.ts';
import type { PriceSource } from './defillama.ts';
import { isDollar, type Price } from './price.ts';

const minute = 60_000;
const keptForMs = 5 * minute;
/** The service's most in one call, and Chainbell's most in one poll. */
const tokensPerCall = 100;
/** Bounds the memory: more tokens than a busy worker meets in five minutes. */
const maxKept = 5_000;

/** The price of a token; null if nobody could say in time. */
type PriceOf = (token: TokenAddress) => Price | null;

export interface PriceLookup {
  /** Resolves within two seconds and never rejects: an alert is on time, if need be without its worth. */
  find(chain: Pick<Chain, 'id'>, tokens: Iterable<TokenAddress>, limits: CallLimits): Promise<PriceOf>;
}

interface PriceLookupOptions {
  /** Null: dollar stablecoins alone have a price. */
  readonly source: PriceSource | null;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** Made once a cold start: its prices and its memory of failures serve all wallets. */
export function createPriceLookup({ source, clock, log }: PriceLookupOptions): PriceLookup {
  const kept = new Map<string, { readonly price: Price | null; readonly until: number }>();
  const breaker = createCircuitBreaker(clock);

  const keyOf = (chain: Pick<Chain, 'id'>, token: TokenAddress) => `${chain.id}:${token}`;
  const freshOf = (key: string) => {
    const entry = kept.get(key);
    return entry !== undefined && clock.now() < entry.until ? entry : null;
  };

  function keep(key: string, price: Price | null): void {
    kept.delete(key);
    kept.set(key, { price, until: clock.now() + keptForMs });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  }

  async function ask(from: PriceSource, chain: Pick<Chain, 'id'>, unknown: TokenAddress[]): Promise<void> {
    const { outcome, reason } = await askWithTimeout(async (limits) => {
      const prices = await from.prices(chain.id, unknown, limits);
      for (const token of unknown) keep(keyOf(chain, token), prices.get(token) ?? null);
    }, clock);
    breaker.report(outcome);
    if (reason !== null) log.warn('a price lookup failed: alerts are told without their worth', { reason });
  }

  return {
    async find(chain, tokens, { deadline, signal }) {
      const unknown = [...new Set(tokens)]
        .filter((token) => !isDollar(chain.id, { address: token }))
        .filter((token) => freshOf(keyOf(chain, token)) === null)
        .slice(0, tokensPerCall);
      const hasTime = clock.now() + maxWaitMs <= deadline && signal?.aborted !== true;
      if (source !== null && unknown.length > 0 && hasTime && breaker.allows())
        await ask(source, chain, unknown);
      const now = clock.now();
      return (token) =>
        isDollar(chain.id, { address: token })
          ? { dollars: '1', at: now, confidence: 1 }
          : (freshOf(keyOf(chain, token))?.price ?? null);
    },
  };
}
