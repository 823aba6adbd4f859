import { expect, it } from 'vitest';
import { note } from '../../../functions/activity/scan/transfer-logs.ts';
import { keepTransfers } from '../../../functions/activity/source/keep-transfers.ts';
import { readCoin } from '../../../functions/activity/source/read-coin.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import type { RpcAnswer } from '../../../functions/node/calls.ts';
import { noFinds } from '../../../functions/node/coin/scan-native.ts';
import { nativeEmitter, transferTopic } from '../../../functions/node/movements.ts';
import { exchange, imitation, treasury, watchOf } from '../../support/alerts.ts';
import { eventLog, topicOf } from '../../support/event-logs.ts';

const eth = findChain('eth');
const hash = `0x${'ab'.repeat(32)}`;

it("coin that a contract pays is internal to its receiver, and not to the transaction's sender", async () => {
  const contract = imitation;
  const transaction = { hash, transactionIndex: '0x0', from: exchange, to: contract, value: '0x0' };
  const block = { number: '0x1', hash, timestamp: '0xc', transactions: [transaction] };
  // Balances after the blocks 0 and 1: both were paid 5 wei.
  const balances = (after: unknown) =>
    `0x${(after === '0x1' ? 5 : 0).toString(16).padStart(48, '0').repeat(2)}`;
  const answer = (method: string, params: readonly unknown[]): RpcAnswer => {
    if (method === 'eth_call') return { result: balances(params[1]) };
    if (method === 'eth_getBlockByNumber') return { result: block };
    return { result: { status: '0x1', gasUsed: '0x0' } };
  };
  const node = {
    batches: true,
    ask: async (calls: readonly { method: string; params: readonly unknown[] }[]) =>
      calls.map(({ method, params }) => answer(method, params)),
    end() {},
  };
  const seen = new Map();
  const watches = [watchOf({ wallet: treasury }), watchOf({ wallet: exchange })];
  for (const [at, { wallet }] of watches.entries()) {
    note(wallet, 1, 'sure', seen);
    const log = eventLog({
      address: nativeEmitter,
      topics: [transferTopic, topicOf(contract), topicOf(wallet)],
      data: topicOf(5),
      transactionHash: hash,
      transactionIndex: '0x0',
      logIndex: `0x${at}`,
      blockNumber: '0x1',
      blockHash: hash,
    });
    seen.get(wallet)?.logs.set(`1 ${at}`, log);
  }
  const kept = new Map<string, boolean[]>();
  const scan = { span: { from: 1, to: 1 }, rewoundTo: null, seen, scanned: { number: 1, hash } } as never;
  const found = {
    chain: eth,
    watches,
    record: { coinThrough: 0, scanned: null, asking: null },
    marks: new Map(),
    scan,
  };
  const deps: Parameters<typeof readCoin>[2] = {
    isReadFromNode: () => true,
    tokens: { find: async () => new Map(), keep: async () => {} },
    write: async ({ wallet }, found) =>
      void kept.set(
        wallet,
        found.map(({ internal }) => internal),
      ),
    putEvents: async () => {},
    balances: new Map(),
    log: { info() {}, warn() {}, error() {} },
  };
  await keepTransfers(found, await readCoin(found, node as never, deps), node as never, deps);
  expect(Object.fromEntries(kept)).toEqual({ [treasury]: [true], [exchange]: [false] });
});

it("a piece's sender is known from a block that was read, and not asked for", async () => {
  const log = eventLog({
    topics: [transferTopic, topicOf(exchange), topicOf(treasury), topicOf(7)],
    data: '0x',
  });
  const { transactionHash, blockNumber, blockHash } = log;
  const transaction = {
    hash: transactionHash,
    index: 2,
    from: imitation,
    to: null,
    value: 0n,
    delegates: [],
  };
  const block = { number: blockNumber, hash: blockHash, minedAt: 101, transactions: [transaction] };
  const seen = new Map([
    [treasury, { blocks: new Set([blockNumber]), kind: 'unsure', logs: new Map([['', log]]) }],
  ]);
  const scan = { span: { from: blockNumber, to: blockNumber }, rewoundTo: null, seen } as never;
  const record = { coinThrough: 0, scanned: null, asking: null };
  const found = { chain: eth, watches: [watchOf({ wallet: treasury })], record, marks: new Map(), scan };
  const asked: string[] = [];
  const node = {
    ask: async (calls: readonly { method: string }[]) => {
      asked.push(...calls.map(({ method }) => method));
      return calls.map(() => ({ error: 'execution reverted' }));
    },
  } as never;
  const senders: unknown[] = [];
  await keepTransfers(
    found,
    { ...noFinds, bodies: [block], logged: [], through: blockNumber, from: null },
    node,
    {
      isReadFromNode: () => true,
      tokens: { find: async () => new Map(), keep: async () => {} },
      write: async (_watch, transfers) => void senders.push(...transfers.map(({ sentBy }) => sentBy)),
      putEvents: async () => {},
    },
  );
  expect(senders).toEqual([imitation]);
  expect(asked).not.toContain('eth_getTransactionByHash');
});
