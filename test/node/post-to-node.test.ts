import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNodeCalls } from '../../functions/node/json-rpc.ts';
import { parseNodeUrl } from '../../functions/node/node-parameters.ts';
import { postToNode as post } from '../../functions/node/post-to-node.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { type ReceiverAnswer, startReceiver } from '../support/fakes/receiver.ts';

/** A node whose URL has a login. */
async function serve(answer: ReceiverAnswer, path = '') {
  const { url, received, close } = await startReceiver(() => answer);
  onTestFinished(close);
  return { url: parseNodeUrl(`${url.replace('//', '//ada:se%40cret@')}${path}`), received };
}
const never = new AbortController().signal;

describe('a call to a node', () => {
  it("is a POST with the URL's login, and takes a compressed reply", async () => {
    const packed = { headers: { 'content-encoding': 'gzip' }, body: gzipSync('"unpacked"') };
    const { url, received } = await serve({ status: 200, ...packed });
    const login = `Basic ${Buffer.from('ada:se@cret').toString('base64')}`;
    for (const authorization of [login, null]) {
      expect(await post({ ...url, authorization }, '{}', never)).toEqual({ status: 200, body: '"unpacked"' });
      const { method, headers, body } = received.pop() ?? {};
      expect({ method, body, ...headers }).toMatchObject({
        method: 'POST',
        body: '{}',
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'content-type': 'application/json',
      });
      expect(headers?.authorization).toBe(authorization ?? undefined);
    }
  });

  it('may have no body in its reply', async () => {
    const { url } = await serve({ status: 204 });
    expect(await post(url, '{}', never)).toEqual({ status: 204, body: '' });
  });

  it('follows no redirect', async () => {
    const { url, received } = await serve({ status: 307, headers: { location: '/elsewhere' } });
    expect((await post(url, '{}', never)).status).toBe(307);
    expect(received).toHaveLength(1);
  });

  it('without an answer ends with the signal', async () => {
    const { url } = await serve({ status: 200, cut: 'hang' });
    const cut = new AbortController();
    setTimeout(() => cut.abort(new Error('long enough')), 50);
    await expect(post(url, '{}', cut.signal)).rejects.toThrow('long enough');
  });

  it('fails with an error that lacks the address', async () => {
    const { url } = await serve({ status: 200, cut: 'reset' }, '/v3/0123456789abcdef');
    const calls = createNodeCalls(url, true, { post, clock: systemClock });
    const failure = await calls.ask([{ method: 'eth_chainId', params: [] }]).catch((error: Error) => error);
    calls.end();
    expect(String(failure)).toMatch(/^NodeUnusable: The node gave no complete answer \(UND_ERR_SOCKET\)\./);
    expect(String(failure)).not.toMatch(/127\.0\.0\.1|v3|0123|secret/);
  });
});
