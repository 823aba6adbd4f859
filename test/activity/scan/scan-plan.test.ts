import { beforeEach, describe, expect, it } from 'vitest';
import { type Scan, scanChain } from '../../../functions/activity/scan/scan-chain.ts';
import { largestSizes } from '../../../functions/activity/scan/scan-range.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { createNodeCalls } from '../../../functions/node/json-rpc.ts';
import { parseNodeUrl } from '../../../functions/node/node-parameters.ts';
import { watchOf } from '../../support/alerts.ts';
import { FakeNode } from '../../support/fakes/fake-node.ts';

const eth = findChain('eth');
const start = Date.parse('2026-01-02T03:00:00.000Z');
const watch = watchOf();
/** The number of blocks in a day of eth. */
const aDay = 7_200;
const url = parseNodeUrl('https://node.example.org');

let node: FakeNode;
let now: number;
beforeEach(() => {
  now = start;
  node = new FakeNode(10_000, now);
});

const blockOf = (number: number) => ({ number, hash: node.block(number).hash });
/** The outcome of a scan that continues from this block; an unknown hash stands for a replaced block. */
async function scan(
  from: { number: number; hash: string } | null,
  over: Partial<Parameters<typeof scanChain>[5]> = {},
  chain = eth,
  begun = 0,
  highest = 0,
): Promise<Scan> {
  const clock = { now: () => now, sleep: () => new Promise<void>(() => {}) };
  const calls = createNodeCalls(url, true, { post: node.post, clock });
  const watched = new Map([[watch.wallet, watch]]);
  const done = await scanChain(
    chain,
    watched,
    { scanned: from, from: begun, highest, sizes: largestSizes },
    calls,
    clock,
    { scope: 'hints', isBetween: false, ...over },
  );
  calls.end();
  return done;
}

describe.each(['hints', 'everything'] as const)('a scan for %s', (scope) => {
  it('begins where earlier scans that died had begun, or at the head of a node that lags behind', async () => {
    for (let i = 0; i < 3; i += 1) node.mine([], now);
    const { number: to } = node.head;
    const begunAt = (block: number) => scan(null, { scope }, eth, block);
    expect(await begunAt(to - 2)).toMatchObject({
      isAnew: true,
      span: { from: to - 2, to },
      scanned: blockOf(to),
    });
    expect(await begunAt(to + 5)).toMatchObject({ isAnew: true, span: { from: to, to } });
  });

  it.each([70_000, 50_000])('is fresh if its last block is at most two minutes old', async (late) => {
    node.atRequest = () => {
      now += late;
    };
    const isLate = 2 * late > 120_000;
    const { doubt, span } = await scan(null, { scope });
    expect(doubt).toBe(isLate ? 'The scan ends more than two minutes ago.' : null);
    expect(span).toEqual({ from: 10_000, to: 10_000 });
  });

  it('doubts a head below the last block, even if the node knows that block', async () => {
    node.mine([], now);
    const last = blockOf(node.head.number);
    const { post } = node;
    const older = (body: string) => body.replace('latest', '0x2710');
    Object.assign(node, {
      post: (...[to, body, signal]: Parameters<typeof post>) => post(to, older(body), signal),
    });
    expect((await scan(last, { scope })).doubt).toBe(
      'The node does not know the last block that was scanned.',
    );
  });

  it('after a re-org reads as far as blocks were read before it', async () => {
    const last = blockOf(node.head.number);
    for (let i = 0; i < 3; i += 1) node.mine([], now);
    const readOn = (highest: number) => scan(last, { scope }, eth, 0, highest);
    expect(await readOn(last.number + 1)).toMatchObject({
      rewoundTo: last.number + 1,
      scanned: blockOf(last.number + 3),
    });
    expect(await readOn(last.number)).toMatchObject({ rewoundTo: null });
  });

  it.each([
    ['of the head alone counts', 1, null],
    [
      'of the last block too discards the scan',
      2,
      'Blocks were replaced while the node was asked about them.',
    ],
  ])('amid a re-org %s', async (_what, depth, doubt) => {
    const last = blockOf(node.head.number);
    node.mine([], now);
    let requests = 0;
    node.atRequest = () => {
      requests += 1;
      if (requests === 2) node.reorg(depth);
      return undefined;
    };
    const scanned = await scan(last, { scope });
    const { number, hash } = node.head;
    expect(scanned).toMatchObject({ doubt, scanned: doubt === null ? { number, hash } : last });
    expect(scanned.span).toEqual(doubt === null ? { from: number, to: number } : null);
  });

  it('fails on a node of another chain, also between two ticks if the last block proves nothing', async () => {
    const last = blockOf(node.head.number);
    node.chainId = '0x89';
    expect(await scan(last, { scope })).toMatchObject({ isUnfit: true, span: null });
    expect(await scan(last, { scope, isBetween: true })).toMatchObject({ isUnfit: false, doubt: null });
    for (const replaced of [null, { ...last, hash: '0x1' }])
      expect(await scan(replaced, { scope, isBetween: true })).toMatchObject({
        isUnfit: true,
        span: null,
      });
  });
});

it.each([
  ['eth', aDay],
  ['polygon', 43_200],
])(
  'the blocks of a day without a node, on %s, are skipped if the node gives hints, and read if it is the source',
  async (name, blocks) => {
    const chain = findChain(name);
    node.chainId = chain.id;
    const last = blockOf(node.head.number);
    node.mine([], now, last.number + blocks);
    expect(await scan(last, {}, chain)).toMatchObject({ isAnew: false });
    node.mine([], now, last.number + blocks + 1);
    expect(await scan(last, {}, chain)).toMatchObject({ isAnew: true, span: { from: node.head.number } });
    expect(await scan(last, { scope: 'everything' }, chain)).toMatchObject({
      ...{ isAnew: false, span: { from: last.number + 1, to: node.head.number } },
    });
  },
);

it('a head older than two minutes does not prove inactivity, but its blocks are read if the node is the source', async () => {
  const last = blockOf(node.head.number);
  node.mine([], now);
  now += 120_000;
  expect(await scan(last)).toMatchObject({ doubt: null });
  now += 1;
  const doubt = "The node's newest block is more than two minutes old.";
  expect(await scan(last)).toMatchObject({ doubt, span: null, scanned: last });
  const read = { span: { from: last.number + 1, to: node.head.number }, scanned: blockOf(node.head.number) };
  expect(await scan(last, { scope: 'everything' })).toMatchObject({ doubt, ...read });
});
