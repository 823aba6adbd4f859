import { createServer, type Server } from 'node:http';
import { listenOnLoopback } from '../loopback-guard.ts';
import type { ApiRequest } from './answer.ts';
import type { Reply } from './reply.ts';

/** On this machine only. */
export type ServedApi = Awaited<ReturnType<typeof served>>;

/** @param answer `hang` never answers */
export async function serveApi(
  answer: (request: ApiRequest) => Reply | 'hang',
  port = 0,
): Promise<ServedApi> {
  const server = createServer((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://simulated');
    const key = request.headers['x-api-key'];
    const reply = answer({ method: request.method ?? '', path, query, key: key?.toString() ?? null });
    if (reply === 'hang') return;
    const { status, body = {}, headers } = reply;
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return served(server, port);
}

/** Opens a server; its end cuts every connection off. */
export async function served(server: Server, port = 0) {
  return {
    address: await listenOnLoopback(server, port),
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
