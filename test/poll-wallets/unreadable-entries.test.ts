import { beforeEach, describe, expect, it } from 'vitest';
import type { UnreadableTransfer } from '../../functions/transfer/source.ts';
import { watchOf } from '../support/alerts.ts';
import { blockAt, type PollWorld } from '../support/worlds/poll-world.ts';
import { emptyWorld, pollTimes } from './story.ts';

const watch = watchOf();
const hash = `0x${'ab'.repeat(32)}`;
const entry = { transactionHash: hash, blockNumber: blockAt(1), reason: 'value is missing' };
const unclear = { transactionHash: null, blockNumber: null, reason: 'the entry is not an object' };

let world: PollWorld;
beforeEach(async () => {
  world = await emptyWorld(watch);
});
const show = (...entries: UnreadableTransfer[]) => world.chain.unreadable.push(...entries);
const told = () => world.published.filter((alert) => alert.type === 'entry.unreadable');
const polls = (count: number) => pollTimes(world, watch, count);

describe('an entry that can not be read', () => {
  it.each([
    ['with a hash', entry, `https://etherscan.io/tx/${hash}`],
    ['without hash and block', unclear, null],
  ])('%s is reported at the second poll that shows it, and once', async (_what, one, explorerUrl) => {
    show(one);
    await polls(1);
    expect(told()).toEqual([]);
    await polls(20);
    expect(told()).toMatchObject([{ entry: { ...one, explorerUrl, others: 0 } }]);
  });

  it('is not reported if only one reply has it', async () => {
    show(entry);
    await polls(1);
    world.chain.unreadable.length = 0;
    await polls(3);
    expect(told()).toEqual([]);
  });

  it('delays no transfer: later ones are reported, and its block is settled', async () => {
    show(entry);
    const { transactionHash } = world.chain.mine(blockAt(2));
    await polls(1);
    expect(world.told()).toEqual([transactionHash]);
    await polls(8);
    expect(world.states.stateOf(watch).settled).toBeGreaterThanOrEqual(blockAt(1));
  });

  it('is reported as a transfer once it can be read', async () => {
    show(entry);
    await polls(2);
    world.chain.unreadable.length = 0;
    world.chain.mine(blockAt(1), { transactionHash: hash });
    await polls(2);
    expect(world.told()).toEqual([hash]);
  });

  it('causes no further call', async () => {
    world.chain.mine(blockAt(1));
    await polls(1);
    const { calls } = world.chain;
    show(entry);
    await polls(6);
    expect(world.chain.calls - calls).toBe(6);
  });
});
