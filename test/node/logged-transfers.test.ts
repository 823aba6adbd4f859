import { beforeEach, expect, it } from 'vitest';
import type { Address } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import type { AskNode, RpcAnswer } from '../../functions/node/calls.ts';
import { transfersIn } from '../../functions/node/logged-transfers.ts';
import { nativeEmitter } from '../../functions/node/movements.ts';
import type { MetadataStore, TokenMetadata } from '../../functions/node/token-metadata.ts';
import { exchange, treasury, usdc } from '../support/alerts.ts';
import { eventLog, word } from '../support/event-logs.ts';

const eth = findChain('eth');

let kept: Map<Address, TokenMetadata>;
const known: MetadataStore = {
  find: async (_chain, tokens) => new Map([...kept].filter(([token]) => tokens.includes(token))),
  keep: async (_chain, texts) => {
    for (const [token, said] of texts) kept.set(token, said);
  },
};
let asked: string[];
const node: AskNode = {
  ask: async (calls) =>
    calls.map(({ method, params }): RpcAnswer => {
      asked.push(method);
      const [first] = params;
      if (method === 'eth_getTransactionByHash') return { result: { from: exchange } };
      if (method === 'eth_getBlockByNumber')
        return { result: first === '0x11' ? null : { timestamp: '0x66' } };
      const { data } = first as { readonly data: string };
      return data === '0x313ce567' ? { result: `0x${word(6)}` } : { error: 'execution reverted' };
    }),
};
beforeEach(() => {
  kept = new Map();
  asked = [];
});

it('has everything that the API gives, except flags and labels', async () => {
  expect(await transfersIn([eventLog()], eth, node, known)).toEqual([
    {
      kind: 'erc20',
      token: { address: usdc, name: null, symbol: null, decimals: 6, logo: null, verified: null },
      tokenId: null,
      internal: false,
      from: { address: treasury, label: null },
      to: { address: exchange, label: null },
      value: 12_500_000n,
      transactionHash: `0x${'cd'.repeat(32)}`,
      sentBy: null,
      transactionIndex: 2,
      logIndex: 5,
      blockNumber: 16,
      blockHash: `0x${'ab'.repeat(32)}`,
      blockTimestamp: '1970-01-01T00:01:41.000Z',
      possibleSpam: null,
    },
  ]);
});

it("needs each contract's metadata once for good, and none for the chain's own coin", async () => {
  await transfersIn([eventLog(), eventLog({ logIndex: '0x6' })], eth, node, known);
  expect(asked).toHaveLength(3);
  await transfersIn([eventLog()], eth, node, known);
  expect(asked).toHaveLength(3);
  const [ether] = await transfersIn([eventLog({ address: nativeEmitter })], eth, node, known);
  expect(ether?.token).toMatchObject({ address: null, symbol: 'ETH', decimals: 18, verified: true });
  const unknown = await transfersIn([eventLog({ address: nativeEmitter })], findChain('0x7a69'), node, known);
  expect(unknown[0]?.token).toMatchObject({ address: null, name: null, symbol: null, decimals: 18 });
  expect(asked).toHaveLength(3);
});

it('gets times that the logs lack from the blocks, once a block; without one it has no time', async () => {
  kept.set(usdc, { name: null, symbol: null, decimals: 6 });
  const blocks = ['0xf', '0xf', '0x10', '0x11'].map((blockNumber) =>
    eventLog({ blockNumber, ...(blockNumber === '0x10' ? {} : { blockTimestamp: undefined }) }),
  );
  const transfers = await transfersIn(blocks, eth, node, known);
  expect(transfers.map(({ blockTimestamp }) => blockTimestamp?.slice(17, 19) ?? null)).toEqual([
    '42',
    '42',
    '41',
    null,
  ]);
  expect(asked).toEqual(['eth_getBlockByNumber', 'eth_getBlockByNumber']);
});

it("gets its time from the block if the log's is 0, as on nodes that store no time with logs", async () => {
  const [transfer] = await transfersIn([eventLog({ blockTimestamp: '0x0' })], eth, node, known);
  expect(transfer?.blockTimestamp).toBe('1970-01-01T00:01:42.000Z');
});

it.each(['0x3afff44180', '0x1b5aaa1f5a00', '0xfffffffffffff'])(
  'has no time if that is after 9999: %s',
  async (blockTimestamp) => {
    const [transfer] = await transfersIn([eventLog({ blockTimestamp })], eth, node, known);
    expect(transfer?.blockTimestamp).toBeNull();
  },
);

it("counts an NFT's pieces without decimals, whatever the contract says", async () => {
  const piece = { topics: [...eventLog().topics, `0x${word(7)}`], data: '0x' };
  const [transfer] = await transfersIn([eventLog(piece)], eth, node, known);
  expect(transfer).toMatchObject({
    kind: 'erc721',
    tokenId: '7',
    value: 1n,
    token: { decimals: 0 },
    sentBy: exchange,
  });
});

it('of a piece names its receiver as the sender if its transaction calls the receiver: a Safe buys by its own code', async () => {
  const piece = eventLog({ topics: [...eventLog().topics, `0x${word(7)}`], data: '0x' });
  const called = {
    hash: piece.transactionHash,
    index: 0,
    from: usdc,
    to: exchange,
    value: 0n,
    delegates: [],
  };
  const body = { number: 16, hash: piece.blockHash, minedAt: 0, transactions: [called] };
  expect(await transfersIn([piece], eth, node, known, [body])).toMatchObject([{ sentBy: exchange }]);
});

it.each<[string, RpcAnswer]>([
  ['nothing', { result: null }],
  ['no sender', { result: { from: null } }],
])('has the sender of a piece though the node first says %s', async (_, first) => {
  const piece = eventLog({ topics: [...eventLog().topics, `0x${word(7)}`], data: '0x' });
  let times = 0;
  const forgetful: AskNode = {
    ask: async (calls) => {
      times += Number(calls[0]?.method === 'eth_getTransactionByHash');
      return times === 1 ? [first] : node.ask(calls);
    },
  };
  expect(await transfersIn([piece], eth, forgetful, known)).toMatchObject([{ sentBy: exchange }]);
});

it("has the sender of the wallet's own mints, however many NFTs strangers send in the same scan", async () => {
  const hashOf = (n: number) => `0x${word(n)}`;
  const pieces = Array.from({ length: 30 }, (_, n) =>
    eventLog({ topics: [...eventLog().topics, `0x${word(n)}`], data: '0x', transactionHash: hashOf(n) }),
  );
  const mints = [0, 29].map((n) => ({
    ...{ hash: hashOf(n), index: 0, from: treasury, to: usdc },
    ...{ value: 0n, delegates: [] },
  }));
  const body = { number: 17, hash: hashOf(0), minedAt: 0, transactions: mints };
  const transfers = await transfersIn(pieces, eth, node, known, [body]);
  expect([transfers[0]?.sentBy, transfers.at(-1)?.sentBy]).toEqual([treasury, treasury]);
  expect(asked.filter((method) => method === 'eth_getTransactionByHash')).toHaveLength(15);
});

it('needs a bounded number of contract calls in a scan, without losing a transfer', async () => {
  const logs = Array.from({ length: 300 }, (_, n) =>
    eventLog({
      address: `0x${word(n + 1).slice(24)}`,
      blockNumber: `0x${(n + 1).toString(16)}`,
      blockTimestamp: undefined,
    }),
  );
  expect(await transfersIn(logs, eth, node, known)).toHaveLength(300);
  const count = (name: string) => asked.filter((method) => method === name).length;
  expect([count('eth_call'), count('eth_getBlockByNumber')]).toEqual([60, 60]);
});

it('has at least what the logs say, if the node answers nothing else', async () => {
  const piece = { topics: [...eventLog().topics, `0x${word(7)}`], data: '0x', blockTimestamp: undefined };
  const failing = { ask: () => Promise.reject(new Error('down')) };
  const [transfer] = await transfersIn([eventLog(piece)], eth, failing, known);
  expect(transfer).toMatchObject({ tokenId: '7', sentBy: null, blockTimestamp: null });
});
