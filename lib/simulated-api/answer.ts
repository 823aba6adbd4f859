import { answerCoins, type SimulatedCoin } from './coins-endpoint.ts';
import { type Reply, refusal } from './reply.ts';
import type { SimulatedTransfer } from './simulated-transfer.ts';
import { answerTransfers, type ByContract } from './transfers-endpoint.ts';

/** A request as the API sees it. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | null;
}

export interface ApiContents {
  /** Mined up to `now` (epoch milliseconds) or later; called at every request for a wallet's transfers. */
  transfers(now: number, wallet: string): readonly SimulatedTransfer[];
  readonly coins: readonly SimulatedCoin[];
  /** Absent: honoured. */
  readonly byContract?: ByContract;
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
  return answerTransfers(wallet, query, contents.transfers(now, wallet), now, contents.byContract);
}
