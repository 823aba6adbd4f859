import { beforeEach, describe, expect, it } from 'vitest';
import { UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { watchOf } from '../support/alerts.ts';
import { blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
const before = { blockTimestamp: '1970-01-01T00:00:00.000Z' };

let world: PollWorld;
beforeEach(() => {
  world = new PollWorld();
});

async function firstPollFails(): Promise<void> {
  world.now += 60_000;
  world.chain.fault = new UpstreamUnavailable('time-out', null);
  await world.pollEach(watch);
  world.chain.fault = null;
}

describe('a block time from before the watch', () => {
  it.each([
    ['1970', '1970-01-01T00:00:00.000Z'],
    ['the day before', '2026-01-01T03:00:00.000Z'],
    ['nowhere', null],
    ['the future', '2031-01-01T00:00:00.000Z'],
  ])('from %s hides nothing above the block of the first page', async (_, blockTimestamp) => {
    world.chain.mine(blockAt(-10));
    await world.poll(watch);
    const { transactionHash } = world.chain.mine(blockAt(-10) + 1, { blockTimestamp });
    await world.poll(watch);
    await world.poll(watch);
    expect(world.told()).toEqual([transactionHash]);
  });

  it('hides nothing of a wallet whose first page was empty', async () => {
    await world.poll(watch);
    const { transactionHash } = world.chain.mine(7, before);
    await world.poll(watch);
    expect(world.told()).toEqual([transactionHash]);
  });

  it('of a node hides what a scan reads again from before the watch', async () => {
    world.isFromNode = true;
    await world.poll(watch);
    world.chain.mine(blockAt(-3));
    const { transactionHash } = world.chain.mine(blockAt(1));
    await world.poll(watch);
    expect(world.told()).toEqual([transactionHash]);
  });

  it('hides nothing above a first page that had older ones behind it', async () => {
    for (let i = 0; i < 150; i += 1) world.chain.mine(blockAt(-50) + i);
    await world.poll(watch);
    const { transactionHash } = world.chain.mine(blockAt(-50) + 150, before);
    await world.poll(watch);
    expect(world.told()).toEqual([transactionHash]);
  });

  it('still makes old what the API shows late in the blocks of the first page', async () => {
    world.chain.mine(blockAt(0));
    await world.poll(watch);
    world.chain.mine(blockAt(0), before);
    const { transactionHash } = world.chain.mine(blockAt(0));
    await world.poll(watch);
    expect(world.told()).toEqual([transactionHash]);
  });

  it('hides nothing after a re-org of the first page’s newest block', async () => {
    world.chain.mine(blockAt(-10));
    const [moved] = [world.chain.mine(blockAt(0))];
    await world.poll(watch);
    Object.assign(moved, { blockNumber: blockAt(0) + 2, blockHash: `0x${'e'.repeat(64)}`, ...before });
    const { transactionHash } = world.chain.mine(blockAt(0) + 2, before);
    await world.poll(watch);
    await world.poll(watch);
    expect(world.told()).toEqual([transactionHash]);
  });

  it('hides nothing if the row began at a block', async () => {
    const row = watchOf({ fromBlock: blockAt(-20) });
    const { transactionHash } = world.chain.mine(blockAt(-20), before);
    await world.poll(row);
    expect(world.told()).toEqual([transactionHash]);
  });
});

describe('a block time of the future', () => {
  const future = { blockTimestamp: '2031-01-01T00:00:00.000Z' };
  const settledAt = () => world.states.stateOf(watch).settled;
  const pollFor = async (minutes: number) => {
    for (let i = 0; i < minutes; i += 1) await world.poll(watch);
  };

  it('lets its block be settled five minutes after the poll that first read it', async () => {
    await world.poll(watch);
    const { blockNumber } = world.chain.mine(blockAt(1), future);
    await pollFor(5);
    expect(settledAt()).toBeLessThan(blockNumber);
    await pollFor(2);
    expect(settledAt()).toBe(blockNumber);
  });

  it('that a re-org brings lets the new block be settled, too', async () => {
    await world.poll(watch);
    const moved = world.chain.mine(blockAt(1));
    await world.poll(watch);
    const blockNumber = blockAt(2);
    Object.assign(moved, { blockNumber, blockHash: `0x${'e'.repeat(64)}`, ...future });
    await pollFor(8);
    expect(settledAt()).toBe(blockNumber);
    expect(world.told()).toHaveLength(1);
  });

  it('does not keep a wallet from its final look at a storm', async () => {
    await world.poll(watch);
    world.chain.mine(blockAt(1), future);
    for (let i = 0; i < 250; i += 1) world.chain.mine(blockAt(2) + (i % 5));
    const { blockNumber } = world.chain.mine(blockAt(3));
    await pollFor(15);
    expect(settledAt()).toBe(blockNumber);
  });
});

describe('if the first poll failed', () => {
  it('a block time from before the watch hides no transfer above those that the next poll saw', async () => {
    await firstPollFails();
    const meanwhile = world.chain.mine(blockAt(3));
    world.now += 9 * 60_000;
    await world.poll(watch);
    const { transactionHash } = world.chain.mine(blockAt(3) + 1, before);
    await world.poll(watch);
    expect(world.told()).toEqual([meanwhile.transactionHash, transactionHash]);
  });

  it.each([
    ['one poll', 0],
    ['several polls', 1_000],
  ])('times count until %s reached the head, and hide nothing above it from then on', async (_, aPage) => {
    for (let i = 0; i < 900; i += 1) world.chain.mine(blockAt(-5_000) + i * 20);
    await firstPollFails();
    // More than one read of small pages: it begins at the wallet's first block.
    world.chain.largestPage = 20;
    const news = Array.from({ length: 450 }, (_, i) => world.chain.mine(blockAt(3) + (i % 20)));
    world.now += 30 * 60_000;
    world.atAwait = (point) => {
      if (point === 'read page') world.advance(aPage);
    };
    for (let behind = true, polls = 0; behind && polls < 40; polls += 1)
      ({ behind } = await world.poll(watch, { after: 0 }));
    world.atAwait = () => {};
    const count = () =>
      world.published.reduce(
        (sum, one) => sum + ('digest' in one ? one.digest.count : Number('transfer' in one)),
        0,
      );
    expect(count()).toBe(news.length);
    world.chain.mine(blockAt(33), before);
    await world.poll(watch);
    expect(count()).toBe(news.length + 1);
    const { saves } = world.states;
    await world.poll(watch);
    await world.poll(watch);
    expect(world.states.saves).toBe(saves);
  });
});
