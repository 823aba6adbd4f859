import { beforeEach, describe, expect, it } from 'vitest';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { watchOf } from '../support/alerts.ts';
import { chainSums, toldSums } from '../support/sums.ts';
import { begunWorld, blockAt, type PollWorld } from '../support/worlds/poll-world.ts';
import { drop, hashesOf, pollTimes, typesOf } from './story.ts';

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
});

describe('a block number far ahead of the chain that stays in every reply', () => {
  it('is reported once, never becomes the stored block, and costs an idle poll one call and no write', async () => {
    await mined(1);
    const stuck = odd();
    await world.poll(watch);
    await mined(20);
    expectAllTold();
    expect(storedBlock()).toBe(blockAt(minute));
    await polls(8);
    const [{ saves }, { calls }] = [world.states, world.chain];
    for (let i = 0; i < 5; i += 1) {
      await world.poll(watch);
      expect(world.chain.lastPage).toEqual([stuck]);
    }
    expect([world.states.saves - saves, world.chain.calls - calls]).toEqual([0, 5]);
    drop(world, stuck);
    await polls(4);
    expect(types()).not.toContain('transfer.reverted');
  });
});
