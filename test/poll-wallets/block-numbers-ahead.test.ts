import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { watchOf } from '../support/alerts.ts';
import { chainSums, toldSums } from '../support/sums.ts';
import { begunWorld, blockAt, PollWorld } from '../support/worlds/poll-world.ts';
import { day, drop, hashesOf, hour, pollTimes, typesOf } from './story.ts';

const watch = watchOf();
const farAhead = 9_000_000_000;
let world: PollWorld;
let minute = 0;
beforeEach(async () => {
  minute = 0;
  world = await begunWorld(watch);
});

/** The current time, as the API and Chainbell see it. */
const now = () => new Date(world.now).toISOString();
const odd = (block = farAhead, over: Partial<Transfer> = {}) =>
  world.chain.mine(block, { blockTimestamp: now(), ...over });
const mineNext = () => {
  minute += 1;
  return world.chain.mine(blockAt(minute), { blockTimestamp: now() });
};
const correct = (one: Transfer, blockNumber: number) => {
  world.chain.transfers.push({ ...drop(world, one), blockNumber });
};
const storedBlock = () => world.states.stateOf(watch, world.now).block;
const types = () => typesOf(world.published.slice(1));
/** All transfers are reported once, except the first `old` ones. */
const expectAllTold = (old = 1) =>
  expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers.slice(old)));
const polls = (count: number) => pollTimes(world, watch, count);
/** Plays minutes, each with one transfer and one poll. */
async function mined(count: number): Promise<Transfer[]> {
  const all: Transfer[] = [];
  for (let i = 0; i < count; i += 1) {
    all.push(mineNext());
    await world.poll(watch);
  }
  return all;
}

it.each([8, 12, 30])(
  'if a re-org drops the highest transfer, %i minutes up, no earlier one is repeated, even without times from the API',
  async (far) => {
    const timeless = { blockTimestamp: null };
    for (const at of [1, 2, 3, 4, 5, 6, far]) {
      world.chain.mine(blockAt(at), timeless);
      await world.poll(watch);
    }
    drop(world);
    await polls(8);
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(world.published.length);
    expect(types().filter((type) => type === 'transfer.received')).toHaveLength(7);
  },
);

describe('a block number far ahead of the chain that is missing from the next reply', () => {
  it('is reported, taken back, and hides nothing that comes after it', async () => {
    const before = await mined(1);
    const ghost = odd();
    await world.poll(watch);
    drop(world, ghost);
    const [next, ...later] = await mined(10);
    expect(world.told()).toEqual(hashesOf([...before, ghost, next ?? ghost, ghost, ...later]));
    expect(types().filter((type) => type === 'transfer.reverted')).toHaveLength(1);
    expect(storedBlock()).toBe(blockAt(minute));
  });

  it('that was already stored moves the stored block back to the highest real one', async () => {
    const before = await mined(1);
    await polls(8);
    // After 200 days without a poll the chain may have reached that block.
    world.advance(200 * day);
    const ghost = odd(20_000_000);
    await world.poll(watch);
    expect(storedBlock()).toBe(20_000_000);
    const meanwhile = mineNext();
    drop(world, ghost);
    await polls(2);
    expect(storedBlock()).toBe(meanwhile.blockNumber);
    const later = await mined(5);
    expect(world.told()).toEqual(hashesOf([...before, ghost, meanwhile, ghost, ...later]));
    expect(storedBlock()).toBe(blockAt(minute));
  });
});

describe('a block number far ahead of the chain that stays in every reply', () => {
  it('is reported once, never becomes the stored block, and costs an idle poll one call and no write', async () => {
    await mined(1);
    const stuck = odd();
    expect((await world.poll(watch)).ahead).toEqual([farAhead]);
    await mined(20);
    expectAllTold();
    expect(storedBlock()).toBe(blockAt(minute));
    await polls(8);
    const [{ saves }, { calls }] = [world.states, world.chain];
    for (let i = 0; i < 5; i += 1) {
      expect((await world.poll(watch)).ahead).toEqual([farAhead]);
      expect(world.chain.lastPage).toEqual([stuck]);
    }
    expect([world.states.saves - saves, world.chain.calls - calls]).toEqual([0, 5]);
    drop(world, stuck);
    expect((await world.poll(watch)).ahead).toEqual([]);
    await polls(3);
    expect(types()).not.toContain('transfer.reverted');
  });

  it('hides no transfer of a storm, and costs no further call', async () => {
    const calls: number[] = [];
    for (const isOdd of [false, true]) {
      world = await begunWorld(watch);
      if (isOdd) odd();
      world.chain.largestPage = inject('thorough') ? 100 : 10;
      await world.poll(watch);
      const before = world.chain.calls;
      for (let i = 0; i < (inject('thorough') ? 4_450 : 145); i += 1)
        world.chain.mine(blockAt(1) + Math.floor(i / 10), { value: 5_000_000n + BigInt(i) });
      await polls(3);
      calls.push(world.chain.calls - before);
      expectAllTold();
      expect(storedBlock()).toBe(world.chain.transfers.at(-1)?.blockNumber);
    }
    const [without = 0, beside = 0] = calls;
    expect(beside).toBeLessThanOrEqual(without);
  });

  it.each([3, 0])(
    'is old on the first page of the watch, beside %i others, and later transfers are reported',
    async (others) => {
      world = new PollWorld();
      const old = { blockTimestamp: new Date(world.now - hour).toISOString() };
      for (let i = 0; i < others; i += 1) world.chain.mine(blockAt(-10 - i), old);
      odd(farAhead, old);
      await world.poll(watch);
      const later = await mined(3);
      expect(world.told()).toEqual(hashesOf(later));
      expect(storedBlock()).toBe(blockAt(3));
    },
  );
});

describe('a block number that is corrected later', () => {
  it('is reported once, and taken back if the chain drops it', async () => {
    await mined(1);
    const wrong = odd();
    await world.poll(watch);
    correct(wrong, blockAt(2));
    await polls(2);
    expect(types()).toEqual(['transfer.received', 'transfer.received']);
    drop(world);
    await polls(2);
    expect(types().at(-1)).toBe('transfer.reverted');
  });
});
