import { beforeEach, describe, expect, it } from 'vitest';
import { UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { watchOf } from '../support/alerts.ts';
import { blockAt, type PollWorld, toldWorld } from '../support/poll-world.ts';

const watch = watchOf();

let world: PollWorld;
beforeEach(async () => {
  world = await toldWorld(watch);
});

/** The chain drops its newest transfer. */
const drop = () => {
  const dropped = world.chain.transfers.pop();
  if (dropped === undefined) throw new Error('nothing to drop');
  return dropped;
};
const types = () => world.published.map(({ type }) => type);

describe('a transfer above more of them than a page shows', () => {
  const base = blockAt(3);
  /** It, then 30 others below it, which come on two pages; all of them are known. */
  async function aboveOthers() {
    world.chain.largestPage = 20;
    for (let i = 0; i < 30; i += 1)
      world.chain.mine(base + 1 + (i % 2), { possibleSpam: true }, { verified: false });
    const newest = world.chain.mine(base + 4);
    await world.poll(watch, { after: 120_000 });
    expect(types()).toEqual(['transfer.received', 'transfer.received']);
    return newest;
  }

  it('is not taken back if a re-org moves it below the page at which polls stop', async () => {
    const newest = await aboveOthers();
    world.chain.transfers.splice(world.chain.transfers.indexOf(newest), 1, { ...newest, blockNumber: base });
    for (let polls = 0; polls < 4; polls += 1) await world.poll(watch);
    expect(types()).toEqual(['transfer.received', 'transfer.received']);
  });

  it('is taken back after two polls if the chain drops it', async () => {
    const newest = await aboveOthers();
    world.chain.transfers.splice(world.chain.transfers.indexOf(newest), 1);
    await world.poll(watch);
    await world.poll(watch);
    expect(types()).toEqual(['transfer.received', 'transfer.received', 'transfer.reverted']);
  });

  it('costs the polls behind it one page each', async () => {
    await aboveOthers();
    const { calls } = world.chain;
    for (let polls = 0; polls < 3; polls += 1) await world.poll(watch);
    expect(world.chain.calls - calls).toBe(3);
  });
});

describe('a transfer that the chain drops', () => {
  it('is taken back once after two complete reads in a row without it, with the id of its alert', async () => {
    drop();
    await world.poll(watch);
    expect(types()).toEqual(['transfer.received']);
    await world.poll(watch);
    const { saves } = world.states;
    await world.poll(watch);
    expect(world.states.saves).toBe(saves);
    expect(types()).toEqual(['transfer.received', 'transfer.reverted']);
    const [told, reverted] = world.published;
    expect(reverted).toMatchObject({
      reverts: told?.id,
      transfer: told && 'transfer' in told && told.transfer,
    });
    expect(reverted?.id).not.toBe(told?.id);
  });

  it('is a new alert with a new id when it comes back', async () => {
    const dropped = drop();
    await world.poll(watch);
    await world.poll(watch);
    const blockTimestamp = new Date(world.now).toISOString();
    world.chain.transfers.push({ ...dropped, blockNumber: dropped.blockNumber + 10, blockTimestamp });
    await world.poll(watch);
    await world.poll(watch);
    expect(types()).toEqual(['transfer.received', 'transfer.reverted', 'transfer.received']);
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(3);
    drop();
    await world.poll(watch);
    await world.poll(watch);
    expect(types().at(-1)).toBe('transfer.reverted');
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(4);
  });

  it('has a new id also when it is mined again long after, beyond the re-scan window', async () => {
    const dropped = drop();
    await world.poll(watch);
    await world.poll(watch);
    for (let i = 0; i < 5; i += 1) {
      world.chain.mine(blockAt(20) + i * 100);
      await world.poll(watch);
    }
    world.chain.transfers.push({ ...dropped, blockNumber: blockAt(120) });
    await world.poll(watch);
    const ofDropped = world.published.filter(
      (alert) => 'transfer' in alert && alert.transfer.transactionHash === dropped.transactionHash,
    );
    expect(ofDropped.map(({ type }) => type)).toEqual([
      'transfer.received',
      'transfer.reverted',
      'transfer.received',
    ]);
    expect(new Set(ofDropped.map(({ id }) => id)).size).toBe(3);
  });

  it('leaves its wallet in need of a poll until it is taken back or back on the chain', async () => {
    const dropped = drop();
    const missed = async () => (await world.poll(watch)).missed;
    expect(await missed()).toBe(true);
    world.chain.transfers.push(dropped);
    expect(await missed()).toBe(false);
    drop();
    expect(await missed()).toBe(true);
    expect(await missed()).toBe(false);
    expect(types()).toEqual(['transfer.received', 'transfer.reverted']);
  });

  it('is taken back when the API mends an entry that can not be read, however late', async () => {
    drop();
    world.chain.unreadable.push({ transactionHash: null, blockNumber: null, reason: 'no object' });
    world.now += 3_600_000;
    await world.poll(watch);
    world.chain.unreadable.length = 0;
    await world.poll(watch);
    await world.poll(watch);
    expect(types()).toEqual(['transfer.received', 'transfer.reverted']);
  });

  it('is not judged by a failed read, nor by one with entries that can not be read', async () => {
    drop();
    await world.poll(watch);
    world.chain.fault = new UpstreamUnavailable('time-out', null);
    await expect(world.poll(watch)).rejects.toThrow(UpstreamUnavailable);
    world.chain.fault = null;
    world.chain.unreadable.push({ transactionHash: null, blockNumber: blockAt(1), reason: 'value: none' });
    await world.poll(watch);
    expect(types()).toEqual(['transfer.received']);
    world.chain.unreadable.length = 0;
    await world.poll(watch);
    expect(types()).toEqual(['transfer.received', 'transfer.reverted']);
  });

  it('is not reported if it was hidden', async () => {
    world.chain.mine(blockAt(2), { possibleSpam: true }, { verified: false });
    await world.poll(watch);
    drop();
    await world.poll(watch);
    await world.poll(watch);
    expect(types()).toEqual(['transfer.received']);
  });
});
