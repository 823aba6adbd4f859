import type { Dispatcher } from 'undici';
import * as z from 'zod';
import { type TokenAddress, zeroAddress } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import { createServiceLookup, type LookupSettings } from '../coin/service-lookup.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import { parseJson } from '../http/read-json.ts';
import { createTransport, defaultTransportLimits } from '../http/transport.ts';
import type { Clock } from '../runtime/clock.ts';
import type { CallLimits } from '../transfer/source.ts';
import { UpstreamUnavailable } from '../transfer/source-errors.ts';
import { isDollar, type Price } from './price.ts';

/** Sends tokens only, never wallets or amounts. */
export type PriceSource = ReturnType<typeof createDefiLlama>;

const chainNames: Readonly<Record<string, string>> = {
  '0x1': 'ethereum',
  '0x89': 'polygon',
  '0x38': 'bsc',
  '0xa86a': 'avax',
  '0xfa': 'fantom',
  '0x19': 'cronos',
  '0xa4b1': 'arbitrum',
  '0x2105': 'base',
  '0xa': 'optimism',
  '0xe708': 'linea',
  '0x64': 'xdai',
  '0x144': 'era',
  '0x82750': 'scroll',
  '0x1388': 'mantle',
  '0xa4ec': 'celo',
};

/** Numbers beyond a double's digits come as texts (parseJson). */
const number = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?(e[+-]?\d+)?$/i)]).transform(Number);
const quote = z.object({
  price: number.pipe(z.number().positive()),
  /** Epoch seconds, up to the last ISO time of four digits. */
  timestamp: number.pipe(z.number().min(0).max(253_402_300_799)),
  confidence: number.pipe(z.number().min(0).max(1)).catch(0),
});
const reply = z.object({ coins: z.record(z.string(), z.unknown()) });

/** GET {base}/prices/current/{chain}:{address},… without a key. @throws BaseUrlUnreadable */
export function createDefiLlama(options: {
  readonly baseUrl: string;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}) {
  const base = parseBaseUrl(options.baseUrl);
  const get = createTransport(options.dispatcher, defaultTransportLimits, options.clock);
  return {
    /** Tokens without a price are left out. @param tokens at most 100; null: the chain's own coin */
    async prices(
      chainId: string,
      tokens: readonly TokenAddress[],
      limits: CallLimits,
    ): Promise<ReadonlyMap<TokenAddress, Price>> {
      const chain = chainNames[chainId];
      if (chain === undefined || tokens.length === 0) return new Map();
      const nameOf = (token: TokenAddress) => `${chain}:${token ?? zeroAddress}`;
      const url = `${base}/prices/current/${tokens.map(nameOf).join(',')}`;
      const { status, body } = await get(url, null, limits);
      if (status !== 200) throw new UpstreamUnavailable(`The price service answered ${status}.`, status);
      const { coins } = reply.parse(parseJson(body));
      const quotes = new Map(Object.entries(coins).map(([name, one]) => [name.toLowerCase(), one]));
      return new Map(
        tokens.flatMap((token) => {
          const { data } = quote.safeParse(quotes.get(nameOf(token)));
          return data === undefined ? [] : [[token, priceOf(data)] as const];
        }),
      );
    },
  };
}

function priceOf({ price, timestamp, confidence }: z.infer<typeof quote>): Price {
  return { dollars: plainDecimal.format(price), at: timestamp * 1_000, confidence };
}

/** No exponent: 1e-9 is 0.000000001. */
const plainDecimal = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 });

const keptFor = 300_000;

/** @param source null: only dollar stablecoins have a price */
export function createPriceLookup(source: PriceSource | null, settings: LookupSettings) {
  const warning = 'a price lookup failed: alerts go out without their worth';
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
