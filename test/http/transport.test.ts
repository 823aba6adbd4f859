import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDispatcher, createTransport, defaultTransportLimits } from '../../functions/http/transport.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { httpReply, loopbackServer } from '../api/loopback-server.ts';
import { testKey } from '../support/test-key.ts';

async function serverWith(reply: string) {
  const heads: string[] = [];
  const { url, requests } = await loopbackServer((socket, { head }) => {
    heads.push(head.toLowerCase());
    socket.write(reply);
  });
  const dispatcher = createDispatcher();
  onTestFinished(() => dispatcher.destroy());
  return { url, requests, heads, get: createTransport(dispatcher, defaultTransportLimits, systemClock) };
}

const soon = () => ({ deadline: Date.now() + 5_000 });

describe('a call', () => {
  it('asks for uncompressed JSON, and names the key only if there is one', async () => {
    const { url, heads, get } = await serverWith(httpReply(200, '{}'));
    await get(url, null, soon());
    await get(url, testKey, soon());
    for (const head of heads) expect(head).toMatch(/accept: application\/json\r\naccept-encoding: identity/);
    expect(heads.map((head) => /x-api-key: (.*)\r/.exec(head)?.[1])).toEqual([
      undefined,
      testKey.toLowerCase(),
    ]);
  });

  it('is not made after its deadline', async () => {
    const { url, requests, get } = await serverWith(httpReply(200, '{}'));
    for (const late of [0, -1]) {
      const clock = { ...systemClock, now: () => 1_000 };
      const at = createTransport(createDispatcher(), defaultTransportLimits, clock);
      const call = at(url, null, { deadline: 1_000 + late });
      await expect(call).rejects.toThrow('The time for this read was up before the call began.');
    }
    await expect(get(url, null, { deadline: 0 })).rejects.toThrow(UpstreamUnavailable);
    expect(requests()).toBe(0);
  });

  it('leaves no timer and no listener behind, whether it succeeds or fails', async () => {
    const began = vi.spyOn(globalThis, 'setTimeout');
    const ended = vi.spyOn(globalThis, 'clearTimeout');
    onTestFinished(() => void vi.restoreAllMocks());
    const { url, get } = await serverWith(httpReply(200, '{}'));
    const { signal } = new AbortController();
    await get(url, null, { ...soon(), signal });
    await expect(get('http://127.0.0.1:1', null, { ...soon(), signal })).rejects.toThrow(UpstreamUnavailable);
    const own = began.mock.calls.flatMap(([, ms], i) =>
      Number(ms) > 4_000 && Number(ms) <= 5_000 ? [began.mock.results[i]?.value] : [],
    );
    expect(own).toHaveLength(2);
    for (const timer of own) expect(ended).toHaveBeenCalledWith(timer);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('that its caller ends fails at once, with the reason of the caller', { timeout: 5_000 }, async () => {
    const { url, get } = await serverWith('');
    const caller = new AbortController();
    // Without the signal it would end after ten seconds, when this test has failed.
    const call = get(url, null, { deadline: Number.POSITIVE_INFINITY, signal: caller.signal });
    caller.abort(new Error('the poll ended'));
    await expect(call).rejects.toThrow('the poll ended');
  });

  it('gives the status of a refusal even if its body is too long to be read', async () => {
    const { url, get } = await serverWith(httpReply(300, 'x'.repeat(70_000)));
    expect(await get(url, null, soon())).toMatchObject({ status: 300, body: '' });
  });
});
