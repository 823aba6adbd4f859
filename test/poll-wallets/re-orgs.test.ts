import { beforeEach, describe, expect, it } from 'vitest';
import type { BlockNumber } from '../../functions/chain/units.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { watchOf } from '../support/alerts.ts';
import { blockAt, type PollWorld, toldWorld } from '../support/worlds/poll-world.ts';
import { drop, pollTimes, typesOf } from './story.ts';

const watch = watchOf();
const [received, reverted] = ['transfer.received', 'transfer.reverted'] as const;

let world: PollWorld;
beforeEach(async () => {
  world = await toldWorld(watch);
});
const types = () => typesOf(world.published);
const ids = () => new Set(world.published.map(({ id }) => id)).size;
const polls = (count: number) => pollTimes(world, watch, count);

describe('a transfer that the chain drops', () => {
  it('is taken back once after two complete reads in a row without it, with the id of its alert', async () => {
    drop(world);
    await polls(1);
    expect(types()).toEqual([received]);
    await polls(1);
    const { saves } = world.states;
    await polls(1);
    expect(world.states.saves).toBe(saves);
    const [told, ...more] = world.published;
    const transfer = told && 'transfer' in told && told.transfer;
    expect(more).toMatchObject([{ type: reverted, reverts: told?.id, transfer }]);
    expect(ids()).toBe(2);
  });

  it('gets a new alert with a new id when it comes back', async () => {
    const dropped = drop(world);
    await polls(2);
    const blockTimestamp = new Date(world.now).toISOString();
    world.chain.transfers.push({ ...dropped, blockNumber: dropped.blockNumber + 10, blockTimestamp });
    await polls(2);
    expect(types()).toEqual([received, reverted, received]);
    expect(ids()).toBe(3);
    drop(world);
    await polls(2);
    expect(types().at(-1)).toBe(reverted);
    expect(ids()).toBe(4);
  });

  it('leaves its wallet owed a poll until it is taken back or is on the chain again', async () => {
    const missed = async () => (await world.poll(watch)).hasMissed;
    const dropped = drop(world);
    expect(await missed()).toBe(true);
    world.chain.transfers.push(dropped);
    expect(await missed()).toBe(false);
    drop(world);
    expect(await missed()).toBe(true);
    expect(await missed()).toBe(false);
    expect(types()).toEqual([received, reverted]);
  });
});

it('coin that the node shows late is reported, even long after tokens of later blocks', async () => {
  world.chain.mine(blockAt(2));
  const coinThrough = blockAt(1);
  const pollKnowing = (block: BlockNumber) => {
    world.advance(60_000);
    const activity = { stamp: null, seenIn: 0, sweep: null, coinThrough: block };
    return world.pollEach(watch, {}, { [watchKey(watch)]: activity });
  };
  for (let i = 0; i < 10; i += 1) await pollKnowing(coinThrough);
  expect(world.states.stateOf(watch).settled).toBeLessThanOrEqual(coinThrough);
  const late = world.chain.mine(blockAt(2), { kind: 'native', logIndex: null }, { address: null });
  await pollKnowing(blockAt(11));
  expect(world.told()).toContain(late.transactionHash);
  expect(world.states.stateOf(watch).settled).toBe(blockAt(2));
});
