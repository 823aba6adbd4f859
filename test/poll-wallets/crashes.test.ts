import { describe, expect, inject, it, vi } from 'vitest';
import { batchLease, LeftToOtherWorker } from '../../functions/poll-wallets/save/open-batch.ts';
import { VersionConflict } from '../../functions/state/cursor.ts';
import { watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();

class Crash extends Error {}

/** A polled wallet with new transfers: few enough for single alerts, or a storm. */
async function worldWithNews(transfers = 9): Promise<PollWorld> {
  const world = await begunWorld(watch);
  for (let i = 0; i < transfers; i += 1) world.chain.mine(blockAt(1) + i);
  return world;
}

/** Lets the next poll die at its nth await, if it has that many. */
const crashAt = (world: PollWorld, nth: number) =>
  world.dies(nth, () => world.poll(watch, { after: 600_000 }));

describe('guarantee 1, through crashes', () => {
  it('reports every transfer when the poll dies at any of its awaits, and repeats only with the same id', async () => {
    let crashes = 0;
    for (let nth = 1; ; nth += 1) {
      const world = await worldWithNews();
      if (!(await crashAt(world, nth))) break;
      crashes += 1;
      await world.poll(watch);
      const truth = world.chain.transfers.slice(1).map(({ transactionHash }) => transactionHash);
      expect(new Set(world.told())).toEqual(new Set(truth));
      const ids = new Map(
        world.published.flatMap((alert) =>
          'transfer' in alert ? [[alert.transfer.transactionHash, alert.id]] : [],
        ),
      );
      for (const alert of world.published) {
        if ('transfer' in alert) expect(alert.id).toBe(ids.get(alert.transfer.transactionHash));
      }
      expect([...new Set(world.told())]).toEqual(truth); // in chain order
      expect(world.told().length - truth.length).toBeLessThanOrEqual(truth.length);
    }
    expect(crashes).toBeGreaterThan(2 * 9);
  });

  it('reports all transfers of a storm once although the poll dies at any of its awaits', async () => {
    for (let nth = 1; ; nth += inject('thorough') ? 1 : 3) {
      const world = await worldWithNews(300);
      if (!(await crashAt(world, nth))) break;
      await world.poll(watch);
      const digests = new Map(
        world.published.flatMap((alert) =>
          alert.type === 'transfers.digest' ? [[alert.id, alert.digest.count]] : [],
        ),
      );
      expect([...digests.values()].reduce((sum, count) => sum + count, 0)).toBe(300);
    }
  });

  it('reports the transfers that many abandoned batches in a row left half written', async () => {
    const world = await worldWithNews(2);
    const { ledger } = world;
    const put = ledger.put.bind(ledger);
    const remove = ledger.remove.bind(ledger);
    const writes = vi.spyOn(ledger, 'put').mockImplementation(async (of, batch, rows) => {
      await put(of, batch, rows.slice(0, 1));
      throw new Crash('throttled');
    });
    const removes = vi.spyOn(ledger, 'remove').mockImplementation(async (of, rows) => {
      if (world.states.stateOf(watch).void.length < 20) throw new Crash('throttled');
      await remove(of, rows);
    });
    for (let i = 0; i < 50; i += 1) await world.poll(watch).catch(() => {});
    writes.mockRestore();
    removes.mockRestore();
    for (let i = 0; i < 30; i += 1) await world.poll(watch).catch(() => {});
    expect(new Set(world.told()).size).toBe(2);
  });

  it('begins a wallet once when its first poll dies at any of its awaits', async () => {
    for (let nth = 1; ; nth += 1) {
      const world = new PollWorld();
      world.chain.mine(blockAt(-10));
      if (!(await crashAt(world, nth))) break;
      await world.poll(watch);
      expect(new Set(world.published.map(({ id }) => id)).size).toBe(1);
      expect(world.told()).toEqual([]);
    }
  });
});

describe('two workers with one wallet', () => {
  it('the worker that loses the race publishes nothing', async () => {
    const world = await worldWithNews();
    let raced = false;
    world.atAwait = (point) => {
      if (point !== 'before save' || raced) return;
      raced = true;
      // The other worker saves in between.
      const key = `${watch.wallet}#0x1`;
      world.states.items.set(key, { ...world.states.items.get(key), version: 99 });
    };
    await expect(world.poll(watch)).rejects.toThrow(VersionConflict);
    expect(world.told()).toEqual([]);
  });

  it("no other worker publishes a batch's alerts while its own worker may still be publishing", async () => {
    const world = await worldWithNews();
    let other: Promise<unknown> = Promise.resolve();
    world.atAwait = (point) => {
      if (point !== 'before publish') return;
      world.atAwait = () => {};
      other = world.poll(watch, { after: 0 }).catch((error: unknown) => error);
    };
    await world.poll(watch);
    expect(await other).toBeInstanceOf(LeftToOtherWorker);
    expect(world.told()).toHaveLength(9);
  });
});

describe('a worker that notes an incident while another one publishes', () => {
  const since = Date.parse('2026-01-02T03:00:00.000Z');
  const failing = { since, reason: 'The reply could not be read.', published: true };

  async function pollAmidNote(world: PollWorld): Promise<void> {
    const key = `${watch.wallet}#0x1`;
    world.atAwait = (point) => {
      if (point !== 'before publish') return;
      world.atAwait = () => {};
      const item = world.states.items.get(key);
      world.states.items.set(key, { ...item, version: Number(item?.version) + 1, failing });
    };
    await world.poll(watch);
  }

  it('does not take the batch away: no alert goes out twice, and the incident stays noted', async () => {
    const world = await worldWithNews();
    await pollAmidNote(world);
    expect(world.states.stateOf(watch)).toMatchObject({
      open: null,
      failing: { reason: failing.reason, published: true },
    });
    await world.poll(watch, { after: batchLease });
    expect(world.told()).toHaveLength(9);
  });

  it('does not publish again what SNS has taken', async () => {
    const world = await worldWithNews();
    world.snsTakes = 5;
    await expect(pollAmidNote(world)).rejects.toThrow(/not published/);
    world.snsTakes = Number.POSITIVE_INFINITY;
    await world.poll(watch, { after: 1_000 });
    expect(world.told()).toHaveLength(9);
  });
});

describe('when SNS refuses', () => {
  it('keeps the remaining alerts in order, and publishes them at the next poll without repeats', async () => {
    const world = await worldWithNews();
    world.snsTakes = 5;
    await expect(world.poll(watch)).rejects.toThrow(/not published/);
    world.snsTakes = Number.POSITIVE_INFINITY;
    await world.poll(watch, { after: 1_000 });
    expect(world.told()).toEqual(
      world.chain.transfers.slice(1).map(({ transactionHash }) => transactionHash),
    );
  });

  it("takes over a crashed worker's batch only after its lease", async () => {
    const world = await worldWithNews();
    world.atAwait = (point) => {
      if (point === 'before publish') throw new Crash(point);
    };
    await expect(world.poll(watch)).rejects.toThrow(Crash);
    world.atAwait = () => {};
    await expect(world.poll(watch, { after: batchLease - 1 })).rejects.toThrow(LeftToOtherWorker);
    await world.poll(watch, { after: 1 });
    expect(world.told()).toHaveLength(9);
  });
});
