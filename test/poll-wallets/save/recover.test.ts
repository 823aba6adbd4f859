import { describe, expect, it, vi } from 'vitest';
import { type Address, parseAddress } from '../../../functions/chain/address.ts';
import { LedgerBroken } from '../../../functions/poll-wallets/assert-ledger.ts';
import { batchLease, LeftToOtherWorker } from '../../../functions/poll-wallets/save/open-batch.ts';
import { AlertsRefused, recover } from '../../../functions/poll-wallets/save/publish.ts';
import { type Cursor, VersionConflict } from '../../../functions/state/cursor.ts';
import { exchange, party, treasury, watchOf } from '../../support/alerts.ts';
import { begunWorld, blockAt, everyMinute, type PollWorld } from '../../support/poll-world.ts';

const watch = watchOf();
const savings = parseAddress(`0x${'5a'.repeat(20)}`);
const supplier = parseAddress(`0x${'5b'.repeat(20)}`);

/** A world whose worker died just before it published three alerts. */
async function leftBehind(): Promise<PollWorld> {
  const world = await begunWorld(watch);
  for (let i = 0; i < 3; i += 1) world.chain.mine(blockAt(1) + i);
  world.atAwait = (point) => {
    if (point === 'before publish') throw new Error('crash');
  };
  await world.poll(watch).catch(() => {});
  world.atAwait = () => {};
  world.advance(batchLease);
  return world;
}

const recoverIn = (world: PollWorld, cursor: Cursor) => {
  const limits = { deadline: 0, publishUntil: world.now + 45_000, bulk: false, pace: everyMinute };
  return recover(cursor, { ...world.deps, watch, limits });
};

describe('a batch that was left behind', () => {
  it('is recorded with the blocks of its rows, so that they can be found', async () => {
    const world = await leftBehind();
    expect(world.states.stateOf(watch).open).toMatchObject({
      rows: 3,
      from: blockAt(1),
      to: blockAt(1) + 2,
      messages: 3,
      published: 0,
    });
  });

  it('is published in chain order, in whatever order the ledger gives its rows', async () => {
    const world = await leftBehind();
    const rowsOf = world.ledger.rowsOf.bind(world.ledger);
    vi.spyOn(world.ledger, 'rowsOf').mockImplementation(async (...of) => (await rowsOf(...of)).toReversed());
    await recoverIn(world, world.states.stateOf(watch));
    expect(world.told()).toEqual(world.chain.transfers.slice(1).map((one) => one.transactionHash));
  });

  it('continues after the last alert that SNS took, however often SNS refuses the rest', async () => {
    const world = await leftBehind();
    const before = world.published.length;
    for (const more of [1, 2, 3]) {
      world.snsTakes = before + more;
      await recoverIn(world, world.states.stateOf(watch)).catch(() => {});
    }
    expect(world.told()).toEqual(world.chain.transfers.slice(1).map((one) => one.transactionHash));
    expect(world.states.stateOf(watch).open).toBeNull();
  });

  it('is kept for the next poll if time runs out, from the first alert that did not go out', async () => {
    const world = await leftBehind();
    const publish = vi.spyOn(world.deps, 'publish').mockResolvedValueOnce({ published: 1, failure: null });
    await expect(recoverIn(world, world.states.stateOf(watch))).rejects.toThrow(AlertsRefused);
    await recoverIn(world, world.states.stateOf(watch));
    expect(publish.mock.calls.map(([alerts]) => alerts.length)).toEqual([3, 2]);
  });

  it('that another worker takes over is a conflict, not an alert that SNS refused', async () => {
    const world = await leftBehind();
    vi.spyOn(world.deps, 'publish').mockImplementationOnce(async () => {
      const { open, ...mine } = world.states.stateOf(watch);
      await world.states.save(watch, { ...mine, open: open && { ...open, lease: open.lease + 1 } });
      return { published: 1, failure: new Error('SNS throttles') };
    });
    await expect(recoverIn(world, world.states.stateOf(watch))).rejects.toThrow(VersionConflict);
  });

  it('is not published if it contradicts what is stored', async () => {
    const world = await leftBehind();
    const stored = world.states.stateOf(watch);
    const open = stored.open && { ...stored.open, next: { settled: -2 } };
    await expect(recoverIn(world, { ...stored, open })).rejects.toThrow(LedgerBroken);
    expect(world.told()).toEqual([]);
  });

  it('adds to the known addresses, in chain order', async () => {
    const world = await leftBehind();
    const pays = (to: Address) => ({ from: party(treasury), to: party(to), value: 5_000_000n });
    world.chain.mine(blockAt(2), pays(exchange));
    await world.poll(watch);
    world.chain.mine(blockAt(3), pays(savings));
    world.chain.mine(blockAt(3) + 1, pays(supplier));
    const rowsOf = world.ledger.rowsOf.bind(world.ledger);
    vi.spyOn(world.ledger, 'rowsOf').mockImplementation(async (...of) => (await rowsOf(...of)).toReversed());
    world.atAwait = (point) => {
      if (point === 'before publish') throw new Error('crash');
    };
    await world.poll(watch).catch(() => {});
    world.atAwait = () => {};
    world.advance(batchLease);
    await recoverIn(world, world.states.stateOf(watch));
    const { counterparties } = await world.states.readAddresses(watch);
    expect(counterparties.map(({ address }) => address)).toEqual([supplier, savings, exchange]);
  });

  it('is nobody else’s while its alerts are published', async () => {
    const world = await leftBehind();
    const before = world.states.stateOf(watch);
    let other: Promise<unknown> = Promise.resolve();
    world.atAwait = (point) => {
      if (point !== 'before publish') return;
      world.atAwait = () => {};
      expect(world.states.stateOf(watch).open).toEqual({ ...before.open, lease: world.now + batchLease });
      other = world.poll(watch, { after: batchLease - 1 }).catch((error: unknown) => error);
    };
    await recoverIn(world, before);
    expect(await other).toBeInstanceOf(LeftToOtherWorker);
    expect(world.told()).toHaveLength(3);
  });
});

describe('of batches that were abandoned, the cursor', () => {
  /** A world whose batch lacks a row, after this many abandoned batches. */
  async function abandonedBefore(count: number, minute = 2) {
    const world = await leftBehind();
    const stored = world.states.stateOf(watch);
    const abandoned = Array.from({ length: count }, (_, i) => ({ batch: 100 + i, to: blockAt(minute) }));
    const open = stored.open && { ...stored.open, rows: 4 };
    const asked = vi.spyOn(world.ledger, 'rowsOf');
    const cursor = await recoverIn(world, { ...stored, settled: blockAt(0), open, void: abandoned });
    return { world, cursor, asked, open };
  }

  it('remembers twenty without reading their rows again', async () => {
    const { world, cursor, asked, open } = await abandonedBefore(19);
    expect(cursor.void).toHaveLength(20);
    expect(cursor.void.at(-1)).toEqual({ batch: open?.batch, to: open?.to });
    expect(asked).toHaveBeenCalledTimes(1);
    expect(world.told()).toEqual([]);
  });

  it('ignores their rows before these are deleted: another worker may just have found them all', async () => {
    const world = await leftBehind();
    const stored = world.states.stateOf(watch);
    const written = world.history.size;
    const found: unknown[] = [];
    world.atAwait = (point) => {
      if (point === 'before remove') found.push(world.states.stateOf(watch).open);
    };
    await recoverIn(world, { ...stored, open: stored.open && { ...stored.open, rows: 4 } });
    expect(found).toEqual([null]);
    expect([written, world.history.size]).toEqual([3, 0]);
  });

  it("also forgets a digest's batch once its blocks are settled", async () => {
    const { cursor, asked } = await abandonedBefore(20, -2);
    expect(cursor.settled).toBeGreaterThan(blockAt(-2));
    expect(cursor.void).toHaveLength(20);
    expect(asked.mock.calls[1]?.[1]).toEqual({ batch: 100, from: blockAt(-2), to: blockAt(-2) });
  });

  it('forgets the oldest of more than twenty, once its rows above the settled block are gone', async () => {
    const { cursor, asked } = await abandonedBefore(20);
    expect(cursor.void.map(({ batch }) => batch).slice(0, 2)).toEqual([101, 102]);
    expect(cursor.void).toHaveLength(20);
    const [, [, oldest] = []] = asked.mock.calls;
    expect(oldest).toEqual({ batch: 100, from: cursor.settled + 1, to: blockAt(2) });
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it("keeps the oldest while its rows can't be deleted: they would count again", async () => {
    const world = await leftBehind();
    const stored = world.states.stateOf(watch);
    const abandoned = Array.from({ length: 20 }, (_, i) => ({ batch: 100 + i, to: blockAt(2) }));
    const open = stored.open && { ...stored.open, rows: 4 };
    vi.spyOn(world.ledger, 'remove').mockRejectedValue(new Error('throttled'));
    await expect(recoverIn(world, { ...stored, open, void: abandoned })).rejects.toThrow('throttled');
    expect(world.states.stateOf(watch)).toEqual(stored);
  });
});
