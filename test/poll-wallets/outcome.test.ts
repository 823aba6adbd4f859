import { beforeEach, describe, expect, it } from 'vitest';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import { positionOf } from '../../functions/state/place.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { exchange, imitation, treasury, usdc, watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, type PollWorld } from '../support/poll-world.ts';
import { chainSums, toldSums } from '../support/sums.ts';

const watch = watchOf();
const month = 30 * 24 * 3_600_000;
const unvouched = { verified: false } as const;
let world: PollWorld;
/** What was logged, with its details. */
let logged: [string, object | undefined][];
beforeEach(async () => {
  world = await begunWorld(watch);
  logged = [];
  const note = (message: string, details?: object) => void logged.push([message, details]);
  Object.assign(world.deps, { log: { info: note, warn: note, error: note } });
});

describe('what a poll leaves behind', () => {
  it('counts transfers that were reported, left in a known token, were hidden or warned of', async () => {
    const out = { from: { address: treasury, label: null }, to: { address: exchange, label: null } };
    world.chain.mine(blockAt(1), out);
    world.chain.mine(blockAt(1));
    for (let i = 0; i < 3; i += 1) world.chain.mine(blockAt(1), { possibleSpam: true }, unvouched);
    const first = await world.poll(watch);
    expect(first).toMatchObject({
      told: 2,
      singles: ['money'],
      hidden: 3,
      warned: 0,
      unreadable: [],
      behind: false,
    });
    world.chain.mine(blockAt(2), { from: { address: imitation, label: null }, value: 0n });
    expect(await world.poll(watch)).toMatchObject({ told: 0, hidden: 1, warned: 1 });
  });

  it("logs that a dropped transfer can't be described because History was emptied, and continues", async () => {
    world.chain.mine(blockAt(1));
    world.chain.mine(blockAt(1) + 1);
    await world.poll(watch);
    const [, , second] = world.published;
    world.chain.transfers.splice(-2);
    await world.poll(watch);
    const [, first] = world.published;
    const row = world.history.get(first?.id ?? '');
    world.ledger.rows.get(watchKey(watch))?.delete(row === undefined ? '' : positionOf(row.place, row.batch));
    await world.poll(watch);
    expect(world.published.at(-1)).toMatchObject({ type: 'transfer.reverted', reverts: second?.id });
    expect(logged).toEqual([
      [
        'error: a transfer was dropped by the chain, and History no longer has its alert',
        { block: blockAt(1), key: row?.place.key },
      ],
    ]);
  });

  it('stays below what a batch left if the poll then dies, and the next poll reports the rest', async () => {
    for (let i = 0; i < 2_600; i += 1) world.chain.mine(blockAt(1) + (i >> 5));
    world.published.length = 0;
    world.atAwait = (point) => {
      // The first batch is recorded and committed: the next one begins.
      const { open, rations } = world.states.stateOf(watch);
      const isOver = rations.in.waiting !== null && open === null;
      if (point === 'before save' && isOver) throw new Error('the function died');
    };
    await expect(world.poll(watch, { after: month })).rejects.toThrow('died');
    const { block } = world.states.stateOf(watch);
    const dealtWith = world.chain.transfers.filter(({ blockNumber }) => blockNumber <= (block ?? 0));
    expect(world.published).toEqual([]);
    expect(dealtWith.length).toBeGreaterThan(2_000);
    expect(dealtWith.length).toBeLessThan(2_600);
    world.atAwait = () => {};
    await world.poll(watch);
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers.slice(1)));
  });

  it('ends between two batches when its time is up, and the next poll reports the rest', async () => {
    for (let i = 0; i < 2_600; i += 1) world.chain.mine(blockAt(1) + (i >> 5));
    world.atAwait = (point) => {
      // The first batch is committed.
      const { open, rations } = world.states.stateOf(watch);
      const isOver = rations.in.waiting !== null && open === null;
      if (point === 'after save' && isOver) world.now = Math.max(world.now, blockTime + month + 30_001);
    };
    const blockTime = world.now;
    world.published.length = 0;
    expect(await world.poll(watch, { after: month })).toMatchObject({ behind: true, told: 2_500 });
    world.atAwait = () => {};
    expect(await world.poll(watch)).toMatchObject({ behind: false, told: 100 });
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers.slice(1)));
  });

  it('names new transfers, a hundred at most, because a node must have shown their blocks', async () => {
    const { blockTimestamp } = world.chain.mine(blockAt(1));
    world.chain.mine(blockAt(2), { blockTimestamp: null });
    expect((await world.poll(watch)).found).toEqual([
      { token: usdc, block: blockAt(1), minedAt: Date.parse(blockTimestamp ?? ''), moves: true },
      { token: usdc, block: blockAt(2), minedAt: null, moves: true },
    ]);
    for (let i = 0; i < 120; i += 1) world.chain.mine(blockAt(3));
    expect((await world.poll(watch)).found).toHaveLength(100);
  });

  it('reads what is known of addresses only if something is new', async () => {
    const points: string[] = [];
    world.chain.mine(blockAt(1));
    world.atAwait = (point) => void points.push(point);
    await world.poll(watch);
    expect(points).toContain('before read addresses');
    points.length = 0;
    await world.poll(watch);
    expect(points).toContain('before query');
    expect(points).not.toContain('before read addresses');
  });

  it('gives other wallets a turn if its transfers take long to judge', async () => {
    const turns: number[] = [];
    for (let i = 0; i < 6; i += 1) world.chain.mine(blockAt(1) + i);
    let reads = 0;
    // Each look at the clock while judging takes four milliseconds.
    const clock = {
      now: () => {
        reads += 1;
        return world.now + 4 * reads;
      },
      sleep: async (ms: number) => void turns.push(ms),
    };
    Object.assign(world.deps, { clock });
    await world.poll(watch);
    expect(turns.length).toBeGreaterThan(0);
    expect(turns.every((ms) => ms === 0)).toBe(true);
    expect(world.told()).toHaveLength(6);
  });
});

it('a row that became unreadable on its way is logged, and the others are polled', async () => {
  const rows = [
    { wallet: treasury, chain: 'eth', direction: 'up' },
    { wallet: exchange, chain: 'eth' },
  ];
  const message = world.message(rows, { tick: '', deadline: world.now });
  await pollWallets(message, world.deps, world.now + 60_000);
  expect(logged).toContainEqual([
    'a row changed into an unreadable one on its way',
    { wallet: treasury, reason: 'direction: "up" is none of in, out, both.' },
  ]);
  expect(world.states.stateOf(watchOf({ wallet: exchange })).start).not.toBeNull();
});
