import { beforeEach, describe, expect, it } from 'vitest';
import { NodeUnusable } from '../../functions/node/calls.ts';
import { createNodeCalls, type NodeCalls } from '../../functions/node/json-rpc.ts';
import { readNode } from '../../functions/node/node-parameters.ts';
import type { NodeReply } from '../../functions/node/post-to-node.ts';
import { UnreadableReply } from '../../functions/transfer/source-errors.ts';
import { settled } from '../support/scheduler.ts';
import { type VirtualClock, virtualClock } from '../support/virtual-clock.ts';

const node = readNode('https://node.example.org/v2/secret-key', '/chainbell/rpc/eth');
if (node.kind !== 'url') throw new Error('that is a URL');
const { url } = node;
const call = { method: 'eth_chainId', params: [] };

let clock: VirtualClock;
/** The requests that were posted, and their answers. */
let posted: unknown[];
let answers: (NodeReply | Error | Promise<NodeReply>)[];
let signals: AbortSignal[];
beforeEach(() => {
  clock = virtualClock();
  posted = [];
  answers = [];
  signals = [];
});

function callsOf(batches = true, maxCalls = 100): NodeCalls {
  const post = async (_url: unknown, body: string, signal: AbortSignal) => {
    posted.push(JSON.parse(body));
    signals.push(signal);
    const next = answers.shift() ?? new Error('nothing more');
    if (next instanceof Error) throw next;
    return next;
  };
  return createNodeCalls(url, batches, { post, clock }, maxCalls);
}
const reply = (body: unknown, status = 200): NodeReply => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
/** @param at the call's place in its batch; ids begin at 1, because some hosts lose the id 0 */
const result = (at: number, value: unknown) => ({ jsonrpc: '2.0', id: at + 1, result: value });
const refusal = (at: number, message: string) => ({
  jsonrpc: '2.0',
  id: at + 1,
  error: { code: -1, message },
});

describe('several calls to a node', () => {
  it('are one batch, and its answers are in the order of the calls', async () => {
    answers = [reply([result(1, 'b'), refusal(0, 'no')])];
    const calls = callsOf();
    expect(await calls.ask([call, call])).toEqual([{ error: 'no' }, { result: 'b' }]);
    expect(posted).toEqual([
      [
        { jsonrpc: '2.0', id: 1, ...call },
        { jsonrpc: '2.0', id: 2, ...call },
      ],
    ]);
    expect(calls.batches).toBe(true);
  });

  it('to contracts are repeated in halves if one answer is endless, so that it hides no other', async () => {
    const endless = new UnreadableReply('too large');
    const asked = [0, 1, 2, 3].map((n) => ({ method: 'eth_call', params: [n] }));
    const of = (...results: string[]) => reply(results.map((one, id) => result(id, one)));
    answers = [endless, of('a', 'b'), endless, reply(result(1, 'c')), endless];
    const calls = callsOf();
    const all = [{ result: 'a' }, { result: 'b' }, { result: 'c' }, { error: 'response too large' }];
    expect(await calls.ask(asked)).toEqual(all);
    const numbers = posted.map((one) => [one].flat().map((each) => Object(each).params[0]));
    expect(numbers).toEqual([[0, 1, 2, 3], [0, 1], [2, 3], [2], [3]]);
    expect(calls.made).toBe(10);
  });

  it('are repeated only while enough bytes of the tick are left: what was answered already counts', async () => {
    const endless = new UnreadableReply('too large');
    const calls = callsOf(true, 300);
    for (let bodies = 0; bodies < 6; bodies += 1) {
      answers = [endless];
      await calls.ask([call]);
    }
    answers = Array.from({ length: 100 }, () => endless);
    const receipts = Array.from({ length: 60 }, () => ({ method: 'eth_getTransactionReceipt', params: [] }));
    expect(await calls.ask(receipts)).toHaveLength(60);
    answers = [reply(result(1, 'a name'))];
    expect(await calls.ask([call])).toEqual([{ result: 'a name' }]);
  });

  it('for receipts too: one with thousands of logs hides no other, and is reported as too large', async () => {
    const endless = new UnreadableReply('too large');
    const receipts = [0, 1].map((n) => ({ method: 'eth_getTransactionReceipt', params: [n] }));
    answers = [endless, endless, reply(result(1, 'b'))];
    expect(await callsOf().ask(receipts)).toEqual([{ error: 'response too large' }, { result: 'b' }]);
    answers = [endless];
    const many = Array.from({ length: 50 }, () => receipts).flat();
    expect(new Set((await callsOf().ask(many)).map(({ error }) => error))).toEqual(
      new Set(['response too large']),
    );
  });

  it("to contracts are repeated a bounded number of times, and a missing answer is not a contract's answer", async () => {
    answers = Array.from({ length: 100 }, () => new UnreadableReply('too large'));
    const calls = callsOf();
    const all = await calls.ask(Array.from({ length: 20 }, () => ({ method: 'eth_call', params: [] })));
    expect(all).toHaveLength(20);
    expect(all.filter(({ error }) => error === 'response too large').length).toBeLessThan(10);
    expect(posted.length).toBeLessThan(15);
  });

  it.each<[string, NodeReply]>([
    ['answers them with one error', reply(refusal(0, 'no batches'))],
    ['answers them with a page', reply('<html>', 400)],
    ['refuses each because of the batch', reply([refusal(0, 'Batch size'), refusal(1, 'batches are paid')])],
    ['names the first alone, as geth does', reply([refusal(0, 'batch too large')])],
    ['calls them its own fault, as dRPC does', reply({ code: 31, message: 'Batch of more than 3' }, 500)],
  ])('are made one by one from then on if the host %s', async (_, refused) => {
    answers = [refused, reply(result(1, 'a')), reply(result(1, 'b')), reply(result(1, 'c'))];
    const calls = callsOf();
    expect(await calls.ask([call, call])).toEqual([{ result: 'a' }, { result: 'b' }]);
    expect(calls.batches).toBe(false);
    expect(await calls.ask([call])).toEqual([{ result: 'c' }]);
    expect(posted.slice(1)).toEqual(Array(3).fill({ jsonrpc: '2.0', id: 1, ...call }));
  });

  it('stay a batch if the host also refuses single calls: its words ask to slow down', async () => {
    const slow = 'daily request count exceeded, request rate limited';
    answers = [reply(refusal(0, slow)), reply(refusal(1, slow)), reply(refusal(1, slow))];
    const calls = callsOf();
    expect(await calls.ask([call, call])).toEqual([{ error: slow }, { error: slow }]);
    expect(calls.batches).toBe(true);
  });

  it('stay a batch after one of them was refused, or after a single call', async () => {
    answers = [reply([refusal(0, 'batch'), result(1, 'b')]), reply(result(1, 'c'))];
    const calls = callsOf();
    expect(await calls.ask([call, call])).toEqual([{ error: 'batch' }, { result: 'b' }]);
    await calls.ask([call]);
    expect(calls.batches).toBe(true);
  });

  it.each<[string, NodeReply, string]>([
    ['leaves one of them out', reply([result(0, 'a')]), 'The node left a call of a batch unanswered.'],
    ['leaves both of them out', reply([]), 'The node left a call of a batch unanswered.'],
    ['asks to slow down', reply('', 429), 'The node asks to slow down (429).'],
    ['is out of order', reply('', 500), 'The node answered with status 500.'],
  ])('say nothing if the host %s, and are not made again one by one', async (_, answer, says) => {
    answers = [answer, reply(result(1, 'a')), reply(result(1, 'b'))];
    const asked = callsOf().ask([call, call]);
    await expect(asked).rejects.toThrow(NodeUnusable);
    await expect(asked).rejects.toThrow(says);
    expect(posted).toHaveLength(1);
  });

  it('are at most a hundred a tick, including those in batches', async () => {
    const calls = callsOf();
    answers = [reply(Array.from({ length: 99 }, (_, at) => result(at, at))), reply(result(1, 'a'))];
    await calls.ask(Array(99).fill(call));
    await calls.ask([call]);
    await expect(calls.ask([call])).rejects.toThrow('It would take more than 100 calls to the node.');
    expect(posted).toHaveLength(2);
    expect(calls.made).toBe(100);
  });
});

describe('one call to a node', () => {
  it.each<[string, NodeReply, string]>([
    ['429', reply('', 429), 'The node asks to slow down (429).'],
    ['401', reply('', 401), 'The node refuses the key (401).'],
    ['403', reply('', 403), 'The node refuses the key (403).'],
    ['a page', reply('<html>'), 'The answer is not JSON-RPC.'],
    ['status 300', reply('{}', 300), 'The node answered with status 300.'],
    ['status 503', reply('{}', 503), 'The node answered with status 503.'],
  ])('that is answered with %s is no answer, and says so', async (_, answer, says) => {
    answers = [answer];
    await expect(callsOf().ask([call])).rejects.toThrow(new NodeUnusable(says));
  });

  it('fails with the error in the body, whatever the status', async () => {
    answers = [reply(refusal(1, 'limit exceeded'), 429), reply(refusal(1, ''), 200)];
    const calls = callsOf();
    expect(await calls.ask([call])).toEqual([{ error: 'limit exceeded' }]);
    expect(await calls.ask([call])).toEqual([{ error: 'an error without a message' }]);
  });

  it('whose answer would be too large is reported as such, so that the next one asks for less', async () => {
    answers = [new UnreadableReply('too large'), reply('', 413)];
    const calls = callsOf();
    const tooLarge = { error: 'response too large' };
    expect(await calls.ask([call])).toEqual([tooLarge]);
    expect(await calls.ask([call])).toEqual([tooLarge]);
    answers = [new UnreadableReply('too large')];
    expect(await calls.ask([call, call])).toEqual([tooLarge, tooLarge]);
  });

  it.each([
    ['ECONNRESET', ' (ECONNRESET)'],
    ['at https://node.example.org/secret-key', ''],
    ['UND_ERR_SOCKET x', ''],
    ['at ECONNRESET', ''],
    ['XY', ''],
    ['ENOTFOUND', ' (ENOTFOUND: no host has that name)'],
  ])('that breaks off with %s is reported with "%s"', async (code, said) => {
    answers = [Object.assign(new Error('connect node.example.org'), { code })];
    await expect(callsOf().ask([call])).rejects.toThrow(
      new NodeUnusable(`The node gave no complete answer${said}.`),
    );
  });
});

describe('the time limit of a tick', () => {
  it('ends a call that hangs after ten seconds, and every later one at once', async () => {
    answers = [new Promise(() => {})];
    const calls = callsOf();
    const asked = calls.ask([call]).catch((error: unknown) => error);
    await clock.advance(9_999);
    expect(signals[0]?.aborted).toBe(false);
    await clock.advance(1);
    const slow = new NodeUnusable('The node took longer than ten seconds.');
    expect(await asked).toEqual(slow);
    expect(signals[0]?.aborted).toBe(true);
    await expect(calls.ask([call])).rejects.toThrow(slow);
    expect(posted).toHaveLength(1);
  });

  it('leaves no timer behind once the calls are ended', async () => {
    const calls = callsOf();
    await settled();
    expect(clock.sleepers()).toBe(1);
    calls.end();
    await settled();
    expect(clock.sleepers()).toBe(0);
  });
});
