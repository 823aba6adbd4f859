import { createServer } from 'node:http';
import { listenOnLoopback } from '../engine/listen-on-loopback.ts';
import { answerCoins } from './coins-endpoint.ts';
import { type Reply, refusal } from './reply.ts';
import type { SimulatedTransfer } from './simulated-transfer.ts';
import { answerTransfers } from './transfers-endpoint.ts';

export interface SimulatedApi {
  /** Base address of both endpoints. */
  readonly address: string;
  stop(): Promise<void>;
}

export interface SimulatedChains {
  /** All that is mined up to `now` or will be; called at every request for transfers. */
  transfers(now: number): readonly SimulatedTransfer[];
}

const transfersPath = /^\/api\/v2(?:\.\d+)?\/(0x[0-9a-f]{40})\/erc20\/transfers$/i;

/** Both endpoints of the API document on a free port of this machine; a key is taken and not looked at. */
export async function startSimulatedApi(chains: SimulatedChains, now = Date.now): Promise<SimulatedApi> {
  const server = createServer((request, response) => {
    const { status, body } = answer(request.method, new URL(request.url ?? '/', 'http://simulated'));
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(body));
  });

  function answer(method: string | undefined, url: URL): Reply {
    if (method !== 'GET') return refusal(404, `Cannot ${method} ${url.pathname}`);
    if (url.pathname === '/coins') return answerCoins(url.searchParams);
    const address = transfersPath.exec(url.pathname)?.[1];
    if (address === undefined) return refusal(404, `Cannot GET ${url.pathname}`);
    const moment = now();
    return answerTransfers(address, url.searchParams, chains.transfers(moment), moment);
  }

  return {
    address: await listenOnLoopback(server),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
