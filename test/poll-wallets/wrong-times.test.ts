import { beforeEach, describe, expect, it } from 'vitest';
import { UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { watchOf } from '../support/alerts.ts';
import { blockAt, PollWorld } from '../support/worlds/poll-world.ts';
import { pollTimes } from './story.ts';

const watch = watchOf();
const before = { blockTimestamp: '1970-01-01T00:00:00.000Z' };
const future = { blockTimestamp: '2031-01-01T00:00:00.000Z' };

let world: PollWorld;
beforeEach(() => {
  world = new PollWorld();
});
const mine = (minutes: number, over = {}) => world.chain.mine(blockAt(minutes), over);

describe('a block time', () => {
  it.each([
    ['of 1970', before],
    ['of the day before', { blockTimestamp: '2026-01-01T03:00:00.000Z' }],
    ['that is missing', { blockTimestamp: null }],
    ['of the future', future],
  ])('%s hides nothing above the block of the first page', async (_, time) => {
    mine(-10);
    await world.poll(watch);
    const { transactionHash } = world.chain.mine(blockAt(-10) + 1, time);
    await pollTimes(world, watch, 2);
    expect(world.told()).toEqual([transactionHash]);
  });

  it.each([0, 3, 150])('of 1970 hides nothing after a failed first poll, behind %i older', async (count) => {
    for (let i = 0; i < count; i += 1) world.chain.mine(blockAt(-500) + i);
    world.chain.fault = new UpstreamUnavailable('time-out', null);
    await world.pollEach(watch);
    world.chain.fault = null;
    await pollTimes(world, watch, 2);
    const { transactionHash } = mine(3, before);
    await world.poll(watch);
    expect(world.told()).toEqual([transactionHash]);
  });

  it('of a node hides what a scan reads again from before the watch', async () => {
    world.isFromNode = true;
    await world.poll(watch);
    mine(-3);
    const { transactionHash } = mine(1);
    await world.poll(watch);
    expect(world.told()).toEqual([transactionHash]);
  });

  it('of a node hides what it reads above the first page while it syncs', async () => {
    world.isFromNode = true;
    mine(-500);
    await world.poll(watch);
    for (const minutes of [-400, -60, -3]) {
      mine(minutes);
      await world.poll(watch);
    }
    const { transactionHash } = mine(1);
    await world.poll(watch);
    expect(world.told()).toEqual([transactionHash]);
  });

  it('from before the watch hides nothing after a re-org of the first page’s newest block', async () => {
    mine(-10);
    const moved = mine(0);
    await world.poll(watch);
    Object.assign(moved, { blockNumber: blockAt(0) + 2, blockHash: `0x${'e'.repeat(64)}`, ...before });
    const { transactionHash } = world.chain.mine(blockAt(0) + 2, before);
    await pollTimes(world, watch, 2);
    expect(world.told()).toEqual([transactionHash]);
  });
});
