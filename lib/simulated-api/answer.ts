import { type Reply, refusal } from './reply.ts';
import type { SimulatedTransfer } from './simulated-transfer.ts';
import { answerTransfers } from './transfers-endpoint.ts';

/** A request as the API sees it. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | null;
}

/** API document, 2.3. */
export interface SimulatedCoin {
  readonly coin_type_hash: string;
  readonly [field: string]: unknown;
}

export interface ApiContents {
  /** Mined up to `now` (epoch milliseconds) or later; called at every request for a wallet's transfers. */
  transfers(now: number, wallet: string): readonly SimulatedTransfer[];
  readonly coins: readonly SimulatedCoin[];
}

const transfersPath = /^\/api\/v\d+(?:\.\d+)?\/(0x[0-9a-f]{40})\/erc20\/transfers$/i;

/** Null for any other path. */
export function walletOf(path: string): string | null {
  return transfersPath.exec(path)?.[1]?.toLowerCase() ?? null;
}

/** Both endpoints of the API document. Any key is accepted. */
export function answer({ method, path, query }: ApiRequest, contents: ApiContents, now: number): Reply {
  if (method === 'GET' && path === '/coins') return answerCoins(query, contents.coins);
  const wallet = walletOf(path);
  if (method !== 'GET' || wallet === null) return refusal(404, `Cannot ${method} ${path}`);
  return answerTransfers(wallet, query, contents.transfers(now, wallet), now);
}

/** GET /coins (API document, 4.2): 1 to 25 hashes a call, in brackets, repeated, or with commas between. */
export function answerCoins(query: URLSearchParams, coins: readonly SimulatedCoin[]): Reply {
  const hashes = [...query.getAll('coin_type_hashes'), ...query.getAll('coin_type_hashes[]')]
    .flatMap((value) => value.split(','))
    .filter((hash) => hash !== '');
  if (hashes.length < 1 || hashes.length > 25) {
    return badRequest('coin_type_hashes must contain 1 to 25 elements');
  }
  const malformed = hashes.filter((hash) => !/^[0-9a-f]{64}$/.test(hash));
  if (malformed.length > 0) return badRequest('coin_type_hashes must be 64 characters each');
  return { status: 200, body: coins.filter((coin) => hashes.includes(coin.coin_type_hash)) };
}

function badRequest(message: string): Reply {
  return { status: 400, body: { statusCode: '400', message: [message], error: 'Bad Request' } };
}
