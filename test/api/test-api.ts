import { MockAgent } from 'undici';
import type { ApiOptions } from '../../functions/api/api-client.ts';
import type { ApiKey } from '../../functions/api/api-key.ts';
import { type CoinSourceOptions, createCoinSource } from '../../functions/api/coins.ts';
import { createTransferPages, type TransferPagesOptions } from '../../functions/api/transfer-pages.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { createDispatcher } from '../../functions/http/transport.ts';
import type {
  CallLimits,
  CoinSource,
  PageRequest,
  RateLimiter,
  SourcePage,
  TransferSource,
} from '../../functions/transfer/source.ts';
import { fixedApiKey } from '../../lib/fixed-api-key.ts';
import { limiterAt } from '../support/fakes/limiter-in-memory.ts';
import { testKey } from '../support/test-key.ts';
import { virtualClock } from '../support/virtual-clock.ts';

export const wallet = parseAddress('0x00000000000000000000000000000000000000aa');
export const eth = findChain('eth');
export const origin = 'https://api.example';
export const path = `/api/v2/${wallet}/erc20/transfers`;

/** Everything a source needs, on a clock that stands still; limits are a minute away. */
export function apiOptions(changes: Partial<ApiOptions> = {}): ApiOptions & { limits: CallLimits } {
  const clock = changes.clock ?? virtualClock({ passes: true });
  return {
    apiKey: keyed(testKey),
    limiter: limiterAt(1_000, clock),
    clock,
    random: () => 0.5,
    dispatcher: createDispatcher(),
    limits: { deadline: clock.now() + 60_000 },
    ...changes,
  };
}

/** An API key that is set, or null for none. */
export const keyed = (key: string | null): ApiKey => fixedApiKey(key, { required: false });

export function transferPages(
  options: ApiOptions,
  changes: Partial<TransferPagesOptions> = {},
): TransferSource['pages'] {
  return createTransferPages({ baseUrl: origin, apiVersion: 'v2', ...options, ...changes });
}

export function coinSource(options: ApiOptions, changes: Partial<CoinSourceOptions> = {}): CoinSource {
  return createCoinSource({ coinBaseUrl: origin, arrayStyle: 'brackets', ...options, ...changes });
}

/** All pages of one read. */
export async function readAll(
  read: TransferSource['pages'],
  limits: CallLimits,
  query: Partial<PageRequest> = {},
): Promise<SourcePage[]> {
  const pages: SourcePage[] = [];
  for await (const page of read(
    { wallet, chain: eth, from: null, to: null, position: null, ...query },
    limits,
  ))
    pages.push(page);
  return pages;
}

/** One request as the API got it. */
export interface Seen {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page, or any reply, of the mocked API. */
export interface MockReply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** An API that gives these replies in turn, and records its requests. Strings are sent as they are, all else as JSON. */
export function mockApi(...replies: MockReply[]): { dispatcher: MockAgent; seen: Seen[] } {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const seen: Seen[] = [];
  const pool = agent.get(origin);
  for (const { status = 200, body = {}, headers = {} } of replies) {
    pool.intercept({ path: () => true, method: 'GET' }).reply((request) => {
      seen.push({ path: request.path, headers: lowerCased(request.headers) });
      const data = typeof body === 'string' ? body : JSON.stringify(body);
      return { statusCode: status, data, responseOptions: { headers } };
    });
  }
  return { dispatcher: agent, seen };
}

function lowerCased(headers: object | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

/** One read of an API that gives these replies in turn: its pages or its error, and the requests. */
export async function readFrom(
  replies: readonly MockReply[],
  { query = {}, limits = {}, ...changes }: ReadOptions = {},
) {
  const { dispatcher, seen } = mockApi(...replies);
  const options = apiOptions({ dispatcher, ...changes });
  const read = readAll(transferPages(options, changes), { ...options.limits, ...limits }, query);
  const [pages, failure]: [SourcePage[], unknown] = await read.then(
    (all) => [all, null],
    (error: unknown) => [[], error],
  );
  return { pages, failure, seen, clock: options.clock };
}

type ReadOptions = Partial<TransferPagesOptions> & {
  readonly query?: Partial<PageRequest>;
  readonly limits?: Partial<CallLimits>;
};

/** Lets every call through, and ignores answers. */
export const unpaced: RateLimiter = { acquire: async () => {}, answered() {} };

/** The error of a rejected promise; fails the test if the promise resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: unknown) => error,
  );
}

/** An entry of the transfer result as live replies have it. */
export function wireEntry(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    token_name: 'USD Coin',
    token_symbol: 'USDC',
    token_logo: 'https://logo.example/usdc.png',
    token_decimals: '6',
    transaction_hash: `0x${'1f'.repeat(32)}`,
    address: `0x${'a0'.repeat(20)}`,
    block_timestamp: '2026-01-02T03:04:05.000Z',
    block_number: '18000000',
    block_hash: `0x${'2e'.repeat(32)}`,
    to_address: wallet,
    to_address_label: null,
    from_address: `0x${'b1'.repeat(20)}`,
    from_address_label: 'Treasury',
    value: '12500000',
    transaction_index: 3,
    log_index: 41,
    possible_spam: false,
    verified_contract: true,
    ...changes,
  };
}

/** An envelope as live replies have it. */
export function wirePage(entries: unknown = [wireEntry()], cursor: unknown = null): Record<string, unknown> {
  return { page: 0, page_size: 100, cursor, result: entries };
}
