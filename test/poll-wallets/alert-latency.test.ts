import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { exchange, treasury, watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
const hour = 3_600_000;
const pace = (everySeconds: number) => ({ everySeconds, askedSeconds: 60, callsPerDay: null });

describe('the latency of an alert', () => {
  it('is measured for each alert, from its block to the moment when SNS took it', async () => {
    const world = await begunWorld(watch);
    world.chain.mine(blockAt(1));
    world.chain.mine(blockAt(1.4));
    world.atAwait = (point) => {
      if (point === 'after publish') world.advance(1_500);
    };
    await world.poll(watch);
    expect(world.published.slice(-2).map(({ type }) => type)).toEqual(Array(2).fill('transfer.received'));
    expect(world.latencies).toEqual([61.5, 39]);
    expect(world.lateReasons).toEqual([]);
  });

  it('is nothing if the clock of the chain is ahead', async () => {
    const world = await begunWorld(watch);
    world.chain.mine(blockAt(3));
    await world.poll(watch);
    expect(world.latencies).toEqual([0]);
  });

  it('is not measured if the block has no time', async () => {
    const world = await begunWorld(watch);
    world.chain.mine(blockAt(1), { blockTimestamp: null });
    await world.poll(watch);
    expect(world.published.at(-1)?.type).toBe('transfer.received');
    expect(world.latencies).toEqual([]);
  });

  it('of a digest is that of its oldest transfer: its owner has waited for that one', async () => {
    const world = await begunWorld(watch);
    for (let i = 0; i < 12; i += 1) world.chain.mine(blockAt(1) + i);
    const out = { from: { address: treasury, label: null }, to: { address: exchange, label: null } };
    // Ten of these have alerts of their own.
    for (let i = 2; i < 14; i += 1) world.chain.mine(blockAt(1) + i, out);
    await world.poll(watch, { after: 5 * 60_000 });
    expect(world.published.slice(-2)).toMatchObject([
      { type: 'transfers.digest', digest: { fromBlock: blockAt(1) + 12 } },
      { type: 'transfers.digest', digest: { fromBlock: blockAt(1) } },
    ]);
    expect(world.latencies).toHaveLength(12);
    expect(world.latencies.slice(-2)).toEqual([156, 300]);
  });

  it('of a digest that waited for its hour counts from the end of that hour', async () => {
    const few = { ...watch, singles: 0 };
    const world = await begunWorld(few);
    const made = {
      address: parseAddress(`0x${'9'.repeat(40)}`),
      symbol: 'GIFT',
      name: 'Gift',
      verified: null,
    };
    world.chain.mine(blockAt(1), {}, made);
    await world.poll(few);
    expect(world.latencies).toEqual([]);
    await world.poll(few, { after: hour - (world.now % hour) + 30_000 });
    expect(world.published.at(-1)?.type).toBe('transfers.digest');
    expect(world.latencies).toEqual([30]);
  });

  it('counts from the block on, even if a crash left the alert to a later poll', async () => {
    const world = await begunWorld(watch);
    world.chain.mine(blockAt(1));
    world.snsTakes = world.published.length;
    await expect(world.poll(watch)).rejects.toThrow('not published');
    expect(world.latencies).toEqual([]);
    world.snsTakes = Number.POSITIVE_INFINITY;
    await world.poll(watch);
    expect(world.latencies).toEqual([120]);
  });

  it('is not measured for transfers from before the watch began, and is for all later ones', async () => {
    const world = new PollWorld();
    const backfilled = watchOf({ fromBlock: blockAt(-600) });
    world.chain.mine(blockAt(-600));
    world.chain.mine(blockAt(-1));
    await world.poll(backfilled);
    expect(world.published.map(({ type }) => type)).toEqual([
      'wallet.watching',
      'transfer.received',
      'transfer.received',
    ]);
    expect(world.latencies).toEqual([]);
    const late = world.chain.mine(blockAt(-300)); // the API shows it now
    world.chain.mine(blockAt(1.4));
    await world.poll(backfilled);
    expect(world.told()).toContain(late.transactionHash);
    expect(world.latencies).toEqual([36]);
  });

  it('is not measured for a revert, which reports no new block', async () => {
    const world = await begunWorld(watch);
    const transfer = world.chain.mine(blockAt(1));
    await world.poll(watch);
    world.chain.transfers.splice(world.chain.transfers.indexOf(transfer), 1);
    for (let i = 0; i < 3; i += 1) await world.poll(watch);
    expect(world.published.at(-1)?.type).toBe('transfer.reverted');
    expect(world.latencies).toHaveLength(1);
  });
});

describe('an alert is late', () => {
  const minedAndPolled = async (after: number, everySeconds: number, callsPerDay: number | null = null) => {
    const world = await begunWorld(watch);
    world.chain.mine(blockAt(1));
    await world.poll(watch, { after, pace: { ...pace(everySeconds), callsPerDay } });
    return world;
  };

  it.each([
    [11 * 60_000, 60, []],
    [11 * 60_000 + 1, 60, ['API']],
    [hour, 3_600, []],
    [hour + 10 * 60_000 + 1, 3_600, ['API']],
  ])(
    'after ten minutes beyond its wallet’s interval: %i ms at a poll every %s s',
    async (late, every, reasons) => {
      const world = await minedAndPolled(late, every);
      expect(world.latencies).toEqual([late / 1_000]);
      expect(world.lateReasons).toEqual(reasons);
    },
  );

  it('by the plan, if the plan stretches the interval', async () => {
    expect((await minedAndPolled(hour, 600, 800)).lateReasons).toEqual(['plan']);
  });

  it('by SNS, if SNS refused the alert while it was in time', async () => {
    const world = await begunWorld(watch);
    world.chain.mine(blockAt(1));
    world.snsTakes = world.published.length;
    await expect(world.poll(watch)).rejects.toThrow('not published');
    world.snsTakes = Number.POSITIVE_INFINITY;
    await world.poll(watch, { after: 15 * 60_000 });
    expect(world.lateReasons).toEqual(['SNS']);
  });

  it('by a storm, if the wallet is still behind', async () => {
    const world = await begunWorld(watch);
    world.chain.mine(blockAt(1));
    const behind = { since: world.now, reason: 'More came than a poll reads.', published: true };
    await world.states.save(watch, { ...world.states.stateOf(watch), behind });
    await world.poll(watch, { after: hour });
    expect(world.lateReasons).toEqual(['storm']);
  });
});
