import { describe, expect, it } from 'vitest';
import { watchOf } from '../../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../../support/worlds/poll-world.ts';
import { drop, hour, made, minute, pays, pollTimes, typesOf } from '../story.ts';

const watch = watchOf();

/** A begun world with a transfer one minute later. */
async function minedWorld(over: Parameters<PollWorld['chain']['mine']>[1] = {}): Promise<PollWorld> {
  const world = await begunWorld(watch);
  world.chain.mine(blockAt(1), over);
  return world;
}

describe('the latency of an alert', () => {
  it('is measured for each alert, from its block until SNS took it', async () => {
    const world = await minedWorld();
    world.chain.mine(blockAt(1.4));
    world.atAwait = (point) => {
      if (point === 'after publish') world.advance(1_500);
    };
    await world.poll(watch);
    expect(world.latencies).toEqual([61.5, 39]);
  });

  it.each([
    ['nothing if the clock of the chain is ahead', { blockTimestamp: '2026-01-02T03:03:00.000Z' }, [0]],
    ['not measured if the block has no time', { blockTimestamp: null }, []],
  ])('is %s', async (_what, over, latencies) => {
    const world = await minedWorld(over);
    await world.poll(watch);
    expect(typesOf(world.published)).toEqual(['wallet.watching', 'transfer.received']);
    expect(world.latencies).toEqual(latencies);
  });

  it('of a digest is that of its oldest transfer, because its owner waited longest for it', async () => {
    const world = await begunWorld(watch);
    for (let i = 0; i < 12; i += 1) {
      world.chain.mine(blockAt(1) + i);
      world.chain.mine(blockAt(1) + i + 2, pays()); // ten of these have alerts of their own
    }
    await world.poll(watch, { after: 5 * minute });
    expect(world.published.slice(-2)).toMatchObject([
      { type: 'transfers.digest', digest: { fromBlock: blockAt(1) + 12 } },
      { type: 'transfers.digest', digest: { fromBlock: blockAt(1) } },
    ]);
    expect(world.latencies).toHaveLength(12);
    expect(world.latencies.slice(-2)).toEqual([156, 300]);
  });

  it('of a digest that waited for its hour counts from the end of that hour', async () => {
    const few = watchOf({ singles: 0 });
    const world = await begunWorld(few);
    world.chain.mine(blockAt(1), {}, made);
    await world.poll(few);
    expect(world.latencies).toEqual([]);
    await world.poll(few, { after: hour - (world.now % hour) + 30_000 });
    expect(world.latencies).toEqual([30]);
  });

  it('is measured only for transfers after the watch began', async () => {
    const world = new PollWorld();
    const backfilled = watchOf({ fromBlock: blockAt(-600) });
    for (const minutes of [-600, -1]) world.chain.mine(blockAt(minutes));
    await world.poll(backfilled);
    world.chain.mine(blockAt(-300)); // the API shows it now
    expect(world.latencies).toEqual([]);
    world.chain.mine(blockAt(1.4));
    await world.poll(backfilled);
    expect(world.told()).toHaveLength(4);
    expect(world.latencies).toEqual([36]);
  });

  it('is not measured for a revert, which reports no new block', async () => {
    const world = await minedWorld();
    await world.poll(watch);
    drop(world);
    await pollTimes(world, watch, 3);
    expect(world.published.at(-1)?.type).toBe('transfer.reverted');
    expect(world.latencies).toHaveLength(1);
  });
});

it.each([
  [11 * minute, 60, undefined],
  [11 * minute + 1, 60, 1],
  [hour, 3_600, undefined],
  [hour + 10 * minute + 1, 3_600, 1],
])(
  'an alert is late after ten minutes beyond its wallet’s interval: %i ms at a poll every %s s',
  async (after, everySeconds, late) => {
    const world = await minedWorld();
    await world.poll(watch, { after, pace: { everySeconds, askedSeconds: 60, callsPerDay: null } });
    expect([world.latencies, world.counted.get('AlertsLate')]).toEqual([[after / 1_000], late]);
  },
);
