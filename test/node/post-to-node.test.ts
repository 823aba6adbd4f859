import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeCalls } from '../../functions/node/json-rpc.ts';
import { parseNodeUrl } from '../../functions/node/node-parameters.ts';
import { postToNode as post } from '../../functions/node/post-to-node.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { listenOnLoopback } from '../../lib/loopback-guard.ts';

let server: Server;
const serve = async (answer: RequestListener, path = '') => {
  server = createServer(answer);
  return parseNodeUrl(`${(await listenOnLoopback(server)).replace('//', '//ada:se%40cret@')}${path}`);
};
const never = new AbortController().signal;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('a call to a node', () => {
  it("is a POST with the URL's login, and takes a compressed reply", async () => {
    const url = await serve((request, response) => {
      const { method, headers } = request;
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify({ method, ...headers })));
    });
    const login = `Basic ${Buffer.from('ada:se@cret').toString('base64')}`;
    for (const authorization of [login, null]) {
      const { body } = await post({ ...url, authorization }, '{}', never);
      const { host, connection, ...sent } = JSON.parse(body);
      expect(sent).toMatchObject({
        method: 'POST',
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'content-type': 'application/json',
      });
      expect(sent.authorization).toBe(authorization ?? undefined);
    }
  });

  it('may have no body in its reply', async () => {
    const url = await serve((_, response) => void response.writeHead(204).end());
    expect(await post(url, '{}', never)).toEqual({ status: 204, body: '' });
  });

  it('follows no redirect', async () => {
    const url = await serve((request, response) => {
      if (request.url !== '/') throw new Error('it was followed');
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect((await post(url, '{}', never)).status).toBe(307);
  });

  it('without an answer ends with the signal, and leaves no timer', async () => {
    const url = await serve(() => {});
    const cut = new AbortController();
    setTimeout(() => cut.abort(new Error('long enough')), 50);
    await expect(post(url, '{}', cut.signal)).rejects.toThrow('long enough');
  });

  it('fails with an error that lacks the address', async () => {
    const url = await serve((request) => void request.socket.destroy(), '/v3/0123456789abcdef');
    const calls = createNodeCalls(url, true, { post, clock: systemClock });
    const failure = await calls.ask([{ method: 'eth_chainId', params: [] }]).catch((error: Error) => error);
    calls.end();
    expect(String(failure)).toMatch(/^NodeUnusable: The node gave no complete answer \(UND_ERR_SOCKET\)\./);
    expect(String(failure)).not.toMatch(/127\.0\.0\.1|v3|0123|secret/);
  });
});
