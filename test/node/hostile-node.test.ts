import { gzipSync } from 'node:zlib';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { logsCall } from '../../functions/activity/scan/log-queries.ts';
import { blockCall } from '../../functions/node/calls.ts';
import { createNodeCalls } from '../../functions/node/json-rpc.ts';
import { parseNodeUrl } from '../../functions/node/node-parameters.ts';
import { maxBytesATick, maxReplyBytes, parseAnswer, postToNode } from '../../functions/node/post-to-node.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { startReceiver } from '../support/fakes/receiver.ts';
import { hostileAnswers } from '../support/hostile-answers.ts';

/** Calls to a node with one compressed answer. @param sleep how the tick's time passes */
async function callsTo(text: string, sleep = systemClock.sleep) {
  const answer = { status: 200, headers: { 'content-encoding': 'gzip' }, body: gzipSync(text) };
  const { url, close } = await startReceiver(() => answer);
  const clock = { ...systemClock, sleep };
  const sent: number[] = [];
  const post: typeof postToNode = async (...args) => {
    const reply = await postToNode(...args);
    sent.push(reply.body.length);
    return reply;
  };
  const calls = createNodeCalls(parseNodeUrl(url), true, { post, clock });
  onTestFinished(() => {
    calls.end();
    return close();
  });
  return { calls, sent };
}

const logs = [logsCall(null, { from: 1, to: 2 }), blockCall(2)];

describe('an answer of a node', () => {
  it('has at most two megabytes, counted uncompressed', async () => {
    const asked = [{ method: 'eth_chainId', params: [] }];
    const fits = await callsTo(`"${'a'.repeat(maxReplyBytes - 2)}"`);
    await expect(fits.calls.ask(asked)).rejects.toThrow('not JSON-RPC');
    expect(fits.sent).not.toEqual([]);
    const larger = await callsTo(`"${'a'.repeat(maxReplyBytes - 1)}"`);
    expect(await larger.calls.ask(asked)).toEqual([{ error: 'response too large' }]);
    expect(larger.sent).toEqual([]);
  });

  it.each(hostileAnswers)('of %s is refused, and not used', async (_, answer) => {
    const { calls } = await callsTo(answer(200_000));
    const outcome = await calls.ask(logs).then(
      (all) => all.map(({ error }) => error ?? 'taken'),
      (fault: Error) => [fault.name],
    );
    expect(outcome).not.toContain('taken');
    expect(Math.max(...outcome.map(({ length }) => length))).toBeLessThanOrEqual(200);
  });

  it('of real logs and headers is parsed, however many they are', () => {
    const topics = Array<string>(3).fill(`0x${'0'.repeat(64)}`);
    const log = { address: `0x${'1'.repeat(40)}`, topics, data: '0x1', blockNumber: '0x3e8' };
    const result = Array(13_000).fill(log);
    const text = JSON.stringify([{ jsonrpc: '2.0', id: 0, result }]);
    expect(text.length).toBeGreaterThan(maxReplyBytes - 400_000);
    const headers = JSON.stringify({ result: { transactions: Array(7_000).fill(`0x${'0'.repeat(64)}`) } });
    // As texts: comparing so many objects takes a second.
    for (const answer of [text, headers]) expect(JSON.stringify(parseAnswer(answer)) === answer).toBe(true);
  });

  if (inject('thorough'))
    it.each([
      ['fits', -100, 17],
      ['is too large', 100, 0],
    ])('shares a limit of bytes with all others of its tick if it %s', async (_, more, taken) => {
      const answer = `{"id":1,"result":"${'a'.repeat(maxReplyBytes + more)}"}`;
      // On a busy machine the tick's time would end first.
      const { calls, sent } = await callsTo(answer, () => new Promise(() => {}));
      const asked = Array.from({ length: 17 }, () => calls.ask(logs.slice(0, 1)));
      await Promise.allSettled(asked);
      expect(sent.length).toBe(taken);
      await expect(calls.ask(logs.slice(0, 1))).rejects.toThrow('more than a tick has room for');
      expect(maxBytesATick).toBe(16 * maxReplyBytes);
    });
});
