import { describe, expect, it } from 'vitest';
import {
  readRefusal,
  type ScanScope,
  type WatchedWallets,
} from '../../../functions/activity/scan/log-queries.ts';
import { scanChain } from '../../../functions/activity/scan/scan-chain.ts';
import { largestSizes, newRangeScan, scanRange } from '../../../functions/activity/scan/scan-range.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { createNodeCalls } from '../../../functions/node/json-rpc.ts';
import { parseNodeUrl } from '../../../functions/node/node-parameters.ts';
import { UnreadableReply } from '../../../functions/transfer/source-errors.ts';
import { watchOf } from '../../support/alerts.ts';
import { type FakeLimits, FakeNode } from '../../support/fakes/fake-node.ts';
import { sizeTexts } from '../../support/refusal-texts.ts';
import { stranger, walletNumber } from '../../support/worlds/hinted-world.ts';

const now = Date.parse('2026-01-02T03:04:05.000Z');
const clock = { now: () => now, sleep: () => new Promise<void>(() => {}) };
const url = parseNodeUrl('https://node.example.org/key');

/** A chain of this many blocks, each with one transfer to the wallet of its number, scanned up to the first. */
function nodeOf(blocks: number, limits: FakeLimits = {}): FakeNode {
  const node = new FakeNode(1_000, now);
  for (let n = 1; n <= blocks; n += 1) node.mine([{ from: stranger, to: walletNumber(n) }], now);
  node.limits = limits;
  return node;
}

const wallets = (count: number): WatchedWallets => {
  const watches = Array.from({ length: count }, (_, n) => watchOf({ wallet: walletNumber(n + 1) }));
  return new Map(watches.map((watch) => [watch.wallet, watch]));
};

async function scan(
  node: FakeNode,
  watched: WatchedWallets,
  sizes = largestSizes,
  scope: ScanScope = 'hints',
  chain = findChain('eth'),
) {
  const calls = createNodeCalls(url, sizes.batches, { post: node.post, clock });
  const first = { number: 1_000, hash: node.block(1_000).hash };
  const before = { scanned: first, from: 0, highest: 0, sizes };
  return scanChain(chain, watched, before, calls, clock, { scope, isBetween: false });
}

/** A node whose answers to all other bodies are cut off. */
function cutUnless(fits: (body: string) => boolean, node: FakeNode): FakeNode {
  node.atRequest = (body) => {
    if (fits(body)) return undefined;
    throw new UnreadableReply('too large');
  };
  return node;
}

const logCalls = (node: FakeNode) => node.calls.filter(({ method }) => method === 'eth_getLogs');

describe('an error of eth_getLogs', () => {
  it.each(sizeTexts)('"%s" means: ask for less', (text) => {
    expect(readRefusal(text)).toBe('size');
    expect(readRefusal(text.toUpperCase())).toBe('size');
  });

  it.each([
    'exceed max addresses or topics per search position',
    'Exceed Max Addresses Or Topics Per Search Position',
    'Please, specify less number of addresses',
    'This query contains 5006 filters. The current limit is 5000.',
  ])('"%s" asks for shorter lists', (text) => expect(readRefusal(text)).toBe('topics'));

  it.each([
    'daily request count exceeded, request rate limited',
    'Your app has exceeded its compute units per second capacity',
    'Too Many Requests',
    'cu limit exceeded; The current RPC traffic is too high',
    'Usage limit exceeded',
    'Your plan is limited to 25 RPS',
    'the method eth_getLogs does not exist/is not available',
    'Must be authenticated!',
    // From a backend that lags: otherwise its part of the range would count as complete.
    'block range extends beyond current head block',
    // From geth and Nitro while their index of logs lags behind the newest block.
    'invalid block range params',
    'invalid block range',
    // From the proxy of the OP stack.
    'block is out of range',
    'block number out of range',
  ])('"%s" can be helped by neither', (text) => expect(readRefusal(text)).toBe('other'));
});

describe('a scan', () => {
  it('asks for more again after one crowded block, and remembers what worked', async () => {
    const node = nodeOf(60);
    node.limits = { results: 30 };
    const crowd = Array.from({ length: 40 }, () => ({ from: stranger, to: walletNumber(1) }));
    node.mine(crowd, now);
    for (let n = 0; n < 60; n += 1) node.mine([], now);
    const { doubt, seen, scanned, sizes } = await scan(node, wallets(60));
    expect([doubt, seen.size, scanned?.number]).toEqual([null, 60, 1_121]);
    // Two lists for each range: it halves down to the crowd and doubles again. Block by block would take more than 120 calls.
    expect(logCalls(node).length).toBeLessThan(60);
    expect(sizes.blocks).toBeGreaterThan(20);
  });

  it('asks for all blocks and both sides in one batch, with the end block last', async () => {
    const node = nodeOf(20);
    const { doubt, seen, scanned } = await scan(node, wallets(20));
    expect([doubt, seen.size, scanned?.number]).toEqual([null, 20, 1_020]);
    expect(node.requests).toEqual([3, 3]);
    expect(node.calls.at(-1)).toEqual({ method: 'eth_getBlockByNumber', params: ['0x3fc', false] });
  });

  it.each([
    [2_000, 4],
    [2_001, 1],
  ])(
    'of %i wallets takes %i calls for logs: lists of a thousand, then all transfers',
    async (count, calls) => {
      const node = nodeOf(5, { topics: 1_000 });
      const { seen } = await scan(node, wallets(count));
      expect([seen.size, logCalls(node).length]).toEqual([5, calls]);
    },
  );

  it('is split where a host takes ten blocks', async () => {
    const node = nodeOf(40, { blocks: 10, says: () => sizeTexts[0] ?? '' });
    const { doubt, seen, sizes } = await scan(node, wallets(40));
    expect([doubt, seen.size]).toEqual([null, 40]);
    expect(sizes.blocks).toBeLessThanOrEqual(10);
    node.calls = [];
    await scan(node, wallets(40), sizes);
    // What works is remembered: nothing is refused the second time.
    expect(logCalls(node)).toHaveLength(2 * Math.ceil(40 / sizes.blocks));
  });

  const blocksOf = (body: string) => {
    const [, from = '0', to = '0'] = /"fromBlock":"(0x\w+)","toBlock":"(0x\w+)"/.exec(body) ?? [];
    return Number(to) - Number(from) + 1;
  };

  it.each([
    ['fails', async () => ({ status: 504, body: 'Gateway Time-out' })],
    ['breaks off', () => Promise.reject(new Error('socket hang up'))],
  ])('asks for fewer blocks the next time if a host %s at a day of them', async (_what, answer) => {
    const node = nodeOf(3);
    for (let n = 0; n < 7_197; n += 1) node.mine([], now);
    node.atRequest = (body) => (blocksOf(body) > 250 ? answer() : undefined);
    const doubts: boolean[] = [];
    let sizes = largestSizes;
    for (let ticks = 0; ticks < 3; ticks += 1) {
      const asked = await scan(node, wallets(3), sizes);
      doubts.push(asked.doubt !== null);
      sizes = asked.sizes;
    }
    expect([doubts, sizes.blocks]).toEqual([[true, true, true], 100]);
    expect(await scan(node, wallets(3), sizes, 'everything')).toMatchObject({ scanned: { number: 3_400 } });
  });

  it('repeats an answer that was cut off in smaller ranges, still in batches', async () => {
    const node = cutUnless((body) => blocksOf(body) <= 2, nodeOf(5));
    const { doubt, seen, sizes } = await scan(node, wallets(5));
    expect([doubt, seen.size, sizes]).toEqual([null, 5, { ...largestSizes, blocks: 2 }]);
  });

  it('treats the wallets of a block that is cut off as surely active, and they are polled first', async () => {
    const node = cutUnless((body) => !body.includes('eth_getLogs'), nodeOf(1));
    const { doubt, seen } = await scan(node, wallets(2));
    expect([doubt, ...Array.from(seen.values(), ({ kind }) => kind)]).toEqual([null, 'sent', 'sent']);
  });

  it('uses shorter lists if the host refuses longer ones, and remembers it', async () => {
    const node = nodeOf(5, { topics: 100 });
    const { doubt, seen, sizes } = await scan(node, wallets(500));
    expect([doubt, seen.size, sizes.topics]).toEqual([null, 5, 62]);
  });

  it('treats a wallet with too many results in one block as active', async () => {
    const node = new FakeNode(1_000, now);
    const crowd = Array.from({ length: 50 }, () => ({ from: stranger, to: walletNumber(3) }));
    node.mine([...crowd, { from: walletNumber(5), to: stranger }], now);
    node.limits = { results: 20 };
    const { doubt, seen } = await scan(node, wallets(8));
    expect([doubt, [...seen.keys()].sort()]).toEqual([null, [walletNumber(3), walletNumber(5)]]);
  });

  it('asks by lists of wallets if one block has too many transfers', async () => {
    const node = nodeOf(3, { topics: 1_000, results: 20 });
    node.mine(
      [
        ...Array.from({ length: 50 }, () => ({ from: stranger, to: stranger })),
        { from: stranger, to: walletNumber(9) },
      ],
      now,
    );
    const { doubt, seen } = await scan(node, wallets(2_500));
    expect([doubt, seen.size]).toEqual([null, 4]);
  });

  it('ends after a hundred calls, whatever the host answers, and keeps its results', async () => {
    const node = nodeOf(200, { blocks: 1 });
    const { doubt, scanned, seen } = await scan(node, wallets(300));
    expect(node.calls.length).toBeLessThanOrEqual(100);
    expect(doubt).toContain('100 calls');
    expect(scanned?.number).toBeGreaterThan(1_010);
    expect(seen.size).toBe((scanned?.number ?? 0) - 1_000);
  });

  it('needs little memory if a source invents a head that no chain has reached', async () => {
    const node = nodeOf(1);
    node.mine([], now, 2 ** 52 - 1);
    const { doubt } = await scan(node, wallets(1), largestSizes, 'everything');
    expect(doubt).toBe('The node does not know the last block of its own logs yet.');
  });

  it.each([
    ['query returned more than 10000 results', 300, '100 calls'],
    ['too many addresses', 1, 'The node refuses eth_getLogs: too many addresses'],
  ])('ends also where a host refuses one wallet and one block: "%s"', async (text, count, said) => {
    const node = nodeOf(200, { topics: 0, says: () => text });
    const { doubt, sizes } = await scan(node, wallets(count));
    expect(node.calls.length).toBeLessThanOrEqual(100);
    expect(doubt).toContain(said);
    expect(sizes.blocks).toBeGreaterThan(0);
  });

  it('fails with the words of a host that refuses all calls of a batch', async () => {
    const node = nodeOf(1);
    const refusal = { error: { code: -32000, message: 'no more today' } };
    const refuse = (body: string) => JSON.parse(body).map(({ id }: { id: number }) => ({ id, ...refusal }));
    node.atRequest = (body) =>
      body.includes('eth_getLogs') ? { status: 200, body: JSON.stringify(refuse(body)) } : undefined;
    expect((await scan(node, wallets(1))).doubt).toBe('The node refuses: no more today');
  });

  const [slow, full, denied] = ['query timeout exceeded', 'more than 10 results', 'Must be authenticated!'];

  it.each([
    ['refuses all that it is asked', denied, { blocks: 0, says: () => denied }],
    ['is too slow for a part', slow, { results: 0, says: () => slow }],
    ['refuses the smallest part', full, { blocks: 0, says: () => full }],
    [
      'refuses the parts',
      denied,
      { blocks: 0, says: ({ address }: { address?: unknown }) => (address ? denied : full) },
    ],
  ])('of a source has not read a block of which the node %s', async (_, said, limits) => {
    const chain = findChain('0x539');
    const node = nodeOf(1, limits);
    node.chainId = chain.id;
    const watched = new Map([[walletNumber(1), watchOf({ wallet: walletNumber(1), chain })]]);
    const { doubt, scanned } = await scan(node, watched, largestSizes, 'everything', chain);
    expect(doubt).toBe(`The node refuses eth_getLogs: ${said}`);
    expect(scanned?.number).toBe(1_000);
  });

  it('of a source has read a block whose logs the node gives only by shorter lists', async () => {
    const node = nodeOf(1, { topics: 9, says: () => full });
    const { doubt, scanned } = await scan(node, wallets(18), largestSizes, 'everything');
    expect([doubt, scanned?.number]).toEqual([null, 1_001]);
  });

  it.each([
    ['everything', 1],
    ['hints', 0],
  ] as const)('for %s reads a block that names sixty wallets thousands of times each', async (what, sure) => {
    const fits = (body: string) => !body.includes('eth_getLogs') || body.includes('"address"');
    const node = cutUnless(fits, new FakeNode(1_000, now));
    const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
    node.mine([{ from: walletNumber(9), to: stranger, token: usdc }], now);
    const { doubt, seen } = await scan(node, wallets(60), largestSizes, what);
    expect([doubt, seen.size, seen.get(walletNumber(9))?.logs.size]).toEqual([null, 60, sure]);
  });

  it.each([
    ['invalid block range params', 'The node refuses eth_getLogs: invalid block range params', 0],
    // A limit of requests, in a limit of results' words: the second question is answered.
    ['limit exceeded', null, 1],
  ])('of a source misses no log if a host refuses the first question: "%s"', async (text, said, blocks) => {
    const node = nodeOf(1);
    let requests = 0;
    node.atRequest = (body) => {
      if (body.includes('eth_getLogs')) node.refusesLogs = requests++ === 0 ? text : null;
      return undefined;
    };
    const { doubt, scanned, seen } = await scan(node, wallets(1), largestSizes, 'everything');
    const logs = seen.get(walletNumber(1))?.logs.size ?? 0;
    expect([doubt, scanned?.number, logs]).toEqual([said, 1_000 + blocks, blocks]);
  });

  it('stops between two spans once it has found as much as a tick can store, and the next one goes on', async () => {
    const node = nodeOf(20, { blocks: 4, says: () => full });
    const calls = createNodeCalls(url, true, { post: node.post, clock });
    const search = newRangeScan('everything', wallets(20), calls, { ...largestSizes, blocks: 4 }, 7);
    const said = 'The scan has all that a tick can read or store. The next goes on.';
    await expect(scanRange({ from: 1_001, to: 1_020 }, search)).rejects.toThrow(said);
    expect(search.ends.map(({ number }) => number)).toEqual([1_004, 1_008]);
  });

  it('calls singly if the host refuses batches, and asks for the end block after the logs', async () => {
    const node = nodeOf(5);
    node.takesBatches = false;
    const { doubt, seen, sizes } = await scan(node, wallets(5));
    expect([doubt, seen.size, sizes.batches]).toEqual([null, 5, false]);
    node.requests = [];
    node.calls = [];
    await scan(node, wallets(5), sizes);
    // Three for the head, three for the new blocks, and three for the last block of the scan before.
    expect(node.requests).toEqual(Array(9).fill(1));
    expect(node.calls.map(({ method }) => method).slice(-3)).toEqual([
      'eth_getLogs',
      'eth_getLogs',
      'eth_getBlockByNumber',
    ]);
  });
});
