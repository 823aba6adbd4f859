import { describe, expect, inject, it } from 'vitest';
import { VersionConflict } from '../../functions/state/cursor.ts';
import { watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../support/worlds/poll-world.ts';
import { hashesOf, lives } from './story.ts';

const watch = watchOf();
const key = `${watch.wallet}#0x1`;

/** A polled wallet with new transfers: few enough for singles, or a storm. */
async function worldWithNews(transfers = 9): Promise<PollWorld> {
  const world = await begunWorld(watch);
  for (let i = 0; i < transfers; i += 1) world.chain.mine(blockAt(1) + i);
  return world;
}

/** The next poll dies at its nth await, if it has that many, and another one follows. @returns whether it died */
async function diesAndPolls(world: PollWorld, nth: number): Promise<boolean> {
  const died = await world.dies(nth, () => world.poll(watch, { after: 600_000 }));
  if (died) await world.poll(watch);
  return died;
}

/** Runs `happens` once, just before the first alert goes out. */
function beforePublish(world: PollWorld, happens: () => void): void {
  world.atAwait = (point) => {
    if (point !== 'before publish') return;
    lives(world);
    happens();
  };
}

describe('guarantee 1, through crashes', () => {
  it('reports every transfer when the poll dies at any of its awaits, and repeats only with the same id', async () => {
    let nth = 1;
    for (; ; nth += 1) {
      const world = await worldWithNews();
      if (!(await diesAndPolls(world, nth))) break;
      const truth = hashesOf(world.chain.transfers.slice(1));
      expect([...new Set(world.told())]).toEqual(truth); // in chain order
      expect(world.told().length).toBeLessThanOrEqual(2 * truth.length);
      const told = world.published.filter((alert) => 'transfer' in alert);
      expect(new Set(told.map(({ id }) => id)).size).toBe(truth.length);
    }
    expect(nth).toBeGreaterThan(2 * 9);
  });

  it('reports all transfers of a storm once, even if the poll dies at any of its awaits', async () => {
    for (let nth = 1; ; nth += inject('thorough') ? 1 : 3) {
      const world = await worldWithNews(30);
      if (!(await diesAndPolls(world, nth))) break;
      const digests = new Map(
        world.published.flatMap((one) => ('digest' in one ? [[one.id, one.digest.count]] : [])),
      );
      expect([...digests.values()].reduce((sum, count) => sum + count, 0)).toBe(30);
    }
  });

  it('begins a wallet once, even if its first poll dies at any of its awaits', async () => {
    for (let nth = 1; ; nth += 1) {
      const world = new PollWorld();
      world.chain.mine(blockAt(-10));
      if (!(await diesAndPolls(world, nth))) break;
      expect(new Set(world.published.map(({ id }) => id)).size).toBe(1);
      expect(world.told()).toEqual([]);
    }
  });
});

describe('of two workers with one wallet', () => {
  it('the one that loses the race publishes nothing', async () => {
    const world = await worldWithNews();
    world.atAwait = (point) => {
      if (point !== 'before save') return;
      lives(world);
      world.states.items.set(key, { ...world.states.items.get(key), version: 99 });
    };
    await expect(world.poll(watch)).rejects.toThrow(VersionConflict);
    expect(world.told()).toEqual([]);
  });

  it('the one that records an incident does not take over the batch: no alert goes out twice', async () => {
    const since = Date.parse('2026-01-02T03:00:00.000Z');
    const failing = { since, reason: 'The reply could not be read.', published: true };
    const world = await worldWithNews();
    world.snsTakes = 5;
    beforePublish(world, () => {
      const item = world.states.items.get(key);
      world.states.items.set(key, { ...item, version: Number(item?.version) + 1, failing });
    });
    await expect(world.poll(watch)).rejects.toThrow(/not published/);
    world.snsTakes = Number.POSITIVE_INFINITY;
    await world.poll(watch, { after: 1_000 });
    expect(world.told()).toEqual(hashesOf(world.chain.transfers.slice(1)));
    const noted = { open: null, failing: { reason: failing.reason, published: true } };
    expect(world.states.stateOf(watch)).toMatchObject(noted);
  });
});
