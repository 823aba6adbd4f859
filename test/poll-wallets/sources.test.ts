import { describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import type { TransferSource } from '../../functions/transfer/source.ts';
import { NoSlot, UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { nodeWatch, type Watch } from '../../functions/wallet/watch.ts';
import { exchange, imitation, treasury, watchOf } from '../support/alerts.ts';
import { MemorySource } from '../support/fakes/memory-source.ts';
import { chainSums, toldSums } from '../support/sums.ts';
import { begunWorld, blockAt, PollWorld } from '../support/worlds/poll-world.ts';

const watch = watchOf();
const spam = { verified: false, name: 'Visit claim-usdc.example', symbol: 'CLAIM USDC' };
const sent = { from: { address: treasury, label: null }, to: { address: exchange, label: null } };

/** A wallet's month in short: it begins, is paid, pays, gets lures and poisoning, and has a storm and a re-org. */
async function live(world: PollWorld): Promise<PollWorld> {
  world.chain.mine(blockAt(-10));
  await world.poll(watch);
  world.chain.mine(blockAt(1), sent);
  const dropped = world.chain.mine(blockAt(1));
  world.chain.mine(blockAt(1), {}, spam);
  await world.poll(watch);
  world.chain.mine(blockAt(2), { value: 0n, ...sent, to: { address: imitation, label: null } });
  await world.poll(watch);
  world.chain.transfers.splice(world.chain.transfers.indexOf(dropped), 1);
  for (let i = 0; i < 40; i += 1) world.chain.mine(blockAt(3) + (i % 4), { value: BigInt(i + 1) });
  for (let i = 0; i < 12; i += 1) await world.poll(watch);
  world.chain.mine(blockAt(16));
  await world.poll(watch, { after: 3_600_000 });
  await world.poll(watch);
  return world;
}

it('a source without pages and cursors gives the same alerts, history and state', async () => {
  const api = await live(new PollWorld());
  const node = new PollWorld();
  Object.assign(node.deps, { source: new MemorySource(() => node.chain.transfers) });
  await live(node);
  expect(new Set(api.published.map(({ type }) => type))).toEqual(
    new Set([
      'wallet.watching',
      'transfer.received',
      'transfer.sent',
      'transfers.digest',
      'transfer.reverted',
      'wallet.poisoning',
    ]),
  );
  expect(node.published).toEqual(api.published);
  expect(node.history).toEqual(api.history);
  expect(node.states.items).toEqual(api.states.items);
  expect(node.chain.calls).toBe(0);
});

describe('a deploy that changes the source of a chain', () => {
  /** The other source shows none of the transfers that were reported before. */
  const switchSource = (world: PollWorld) => {
    const after = blockAt(2);
    const source = new MemorySource(() => world.chain.transfers.filter((one) => one.blockNumber > after));
    world.isFromNode = !world.isFromNode;
    Object.assign(world.deps, { source });
  };
  const types = (world: PollWorld) => world.published.map(({ type }) => type);

  it.each([false, true])('takes nothing back that the old one showed (a node: %s)', async (isFromNode) => {
    const world = await begunWorld(watch);
    world.isFromNode = isFromNode;
    world.chain.mine(blockAt(1));
    await world.poll(watch);
    switchSource(world);
    for (let i = 0; i < 4; i += 1) await world.poll(watch);
    world.chain.mine(blockAt(6));
    for (let i = 0; i < 8; i += 1) await world.poll(watch);
    expect(types(world)).toEqual(['wallet.watching', 'transfer.received', 'transfer.received']);
  });

  it('takes nothing back that the old one lacked once, and settles its block', async () => {
    const world = await begunWorld(watch);
    const moved = world.chain.mine(blockAt(1));
    await world.poll(watch);
    world.chain.transfers.splice(world.chain.transfers.indexOf(moved), 1);
    await world.poll(watch);
    world.isFromNode = true;
    Object.assign(world.deps, { source: new MemorySource(() => world.chain.transfers) });
    world.chain.mine(blockAt(6));
    for (let i = 0; i < 12; i += 1) await world.poll(watch);
    expect(types(world)).toEqual(['wallet.watching', 'transfer.received', 'transfer.received']);
    expect(world.states.stateOf(watch, world.now).settled).toBeGreaterThan(blockAt(1));
  });

  it('takes no theft back that was told ahead of a long read', async () => {
    const world = await begunWorld(watch);
    world.chain.largestPage = 10;
    const strangers = { address: parseAddress(`0x${'9'.repeat(40)}`), symbol: 'GIFT', verified: null };
    for (let i = 0; i < 600; i += 1) world.chain.mine(blockAt(1), {}, strangers);
    world.chain.mine(blockAt(1) + 1, sent);
    world.atCall = ({ deadline }) => {
      world.advance(1_500);
      if (world.now > deadline) throw new NoSlot('No call is left.');
    };
    await world.poll(watch);
    expect(world.states.stateOf(watch, world.now).reading).not.toBeNull();
    switchSource(world);
    for (let i = 0; i < 4; i += 1) await world.poll(watch);
    expect(types(world)).toEqual(['wallet.watching', 'transfer.sent']);
  });

  it('reports what the old source had not shown yet, below what it showed', async () => {
    const world = await begunWorld(watch);
    world.chain.mine(blockAt(1) + 1);
    await world.poll(watch);
    world.chain.mine(blockAt(1), sent);
    world.isFromNode = true;
    Object.assign(world.deps, { source: new MemorySource(() => world.chain.transfers) });
    for (let i = 0; i < 4; i += 1) await world.poll(watch);
    expect(types(world)).toEqual(['wallet.watching', 'transfer.received', 'transfer.sent']);
  });

  it('begins a read of several polls anew: its position is of no use to the new one', async () => {
    const world = await begunWorld(watch);
    world.chain.largestPage = 20;
    for (let i = 0; i < 100; i += 1) world.chain.mine(blockAt(1));
    let calls = 0;
    world.atCall = () => {
      calls += 1;
      if (calls > 2) throw new UpstreamUnavailable('It is down.', null);
    };
    await expect(world.poll(watch)).rejects.toThrow('It is down.');
    expect(world.states.stateOf(watch, world.now).reading).not.toBeNull();
    const positions: (string | null)[] = [];
    const all = new MemorySource(() => world.chain.transfers);
    const source: TransferSource = {
      open: all.open,
      pages(request) {
        positions.push(request.position);
        return all.pages(request);
      },
    };
    world.isFromNode = true;
    Object.assign(world.deps, { source });
    for (let i = 0; i < 3; i += 1) await world.poll(watch);
    expect(positions).toEqual([null, null, null]);
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers.slice(1)));
  });
});

describe('a row on a chain of the API whose node shows the coin', () => {
  const row = watchOf({ kinds: new Set(['erc20', 'native']) });
  const beside = nodeWatch(row) ?? row;
  const ether = { address: null, symbol: 'ETH', decimals: 18 };
  const pays = (to: Address) => ({ ...sent, to: { address: to, label: null } });
  const coin = { kind: 'native', logIndex: null, sentBy: treasury } as const;

  it.each([
    ['coin', row, {}, {}, beside, coin, ether],
    ['a token', beside, coin, ether, row, {}, {}],
  ] as const)('knows who imitates a payee when %s leaves', async (_, first, how, token, then, way, other) => {
    const world = new PollWorld();
    world.deps.isReadFromNode = (chain) => chain.besideApi === true;
    const poll = async (watch: Watch, ...mined: Parameters<PollWorld['chain']['mine']>) => {
      world.chain.transfers.length = 0;
      world.chain.mine(...mined);
      await world.poll(watch);
    };
    for (const watch of [row, beside]) await poll(watch, blockAt(-10));
    await poll(first, blockAt(1), { ...pays(exchange), ...how }, token);
    await poll(then, blockAt(2), { ...pays(imitation), ...way }, other);
    const lookalike = { address: imitation, imitates: exchange };
    expect(world.published.at(-1)).toMatchObject({ type: 'transfer.sent', severity: 'critical', lookalike });
    await poll(first, blockAt(3), { ...pays(imitation), ...how, value: 0n }, token);
    await poll(then, blockAt(4), { ...pays(exchange), ...way }, other);
    expect(world.published.map(({ severity }) => severity)).toEqual([
      'info',
      'warning',
      'critical',
      'warning',
    ]);
  });
});
