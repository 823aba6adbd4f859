import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LedgerBroken } from '../../../functions/poll-wallets/assert-ledger.ts';
import {
  AlertsRefused,
  batchLease,
  LeftToOtherWorker,
  publish,
  record,
  recover,
} from '../../../functions/poll-wallets/save/open-batch.ts';
import {
  type Cursor,
  neverPolled,
  type OpenBatch,
  VersionConflict,
} from '../../../functions/state/cursor.ts';
import { watchOf } from '../../support/alerts.ts';
import { openBatch, ownTurn } from '../../support/reads.ts';
import { begunWorld, blockAt, type PollWorld } from '../../support/worlds/poll-world.ts';
import { diesAt, hashesOf, lives, times } from '../story.ts';

const watch = watchOf();

/** A worker died just before it published a batch of three alerts. */
let world: PollWorld;
async function leaveBehind() {
  diesAt(world, 'before publish');
  await world.poll(watch).catch(() => {});
  lives(world).advance(batchLease);
}
beforeEach(async () => {
  world = await begunWorld(watch);
  for (let i = 0; i < 3; i += 1) world.chain.mine(blockAt(1) + i);
  await leaveBehind();
});

const stored = () => world.states.stateOf(watch);
const recoverFrom = (over: Partial<Cursor> = {}) =>
  recover({ ...stored(), ...over }, { ...world.deps, watch, limits: world.limits(), turn: ownTurn });
const openWith = (over: Partial<OpenBatch>) => {
  const { open } = stored();
  return open && { ...open, ...over };
};
const mined = () => hashesOf(world.chain.transfers.slice(1));
/** The ledger returns rows in reverse order. */
function reverseRows() {
  const { rowsOf } = world.deps.history;
  world.deps.history.rowsOf = async (...of) => (await rowsOf(...of)).toReversed();
}

describe('a batch that was left behind', () => {
  it('is stored with the blocks of its rows, so that they can be found', () => {
    const open = { rows: 3, from: blockAt(1), to: blockAt(1) + 2, messages: 3, published: 0 };
    expect(stored().open).toMatchObject(open);
  });

  it("is not another worker's because its own worker's clock was a day ahead", async () => {
    await recoverFrom({ open: openWith({ lease: world.now + 86_400_000 }) });
    expect(world.told()).toEqual(mined());
  });

  it('is published in chain order, whatever order the ledger returns its rows in', async () => {
    reverseRows();
    await recoverFrom();
    expect(world.told()).toEqual(mined());
  });

  it('continues after the last alert that SNS took, however often SNS refuses the rest', async () => {
    const before = world.published.length;
    for (const more of [1, 2, 3]) {
      world.snsTakes = before + more;
      await recoverFrom().catch(() => {});
    }
    expect(world.told()).toEqual(mined());
    expect(stored().open).toBeNull();
  });

  it('is left to the next poll at the deadline, from the first alert that did not go out', async () => {
    const sent = vi.spyOn(world.deps, 'publish').mockResolvedValueOnce({ published: 1, failure: null });
    await expect(recoverFrom()).rejects.toThrow(AlertsRefused);
    await recoverFrom();
    expect(sent.mock.calls.map(([alerts]) => alerts.length)).toEqual([3, 2]);
  });

  it.each<[string, (open: OpenBatch) => OpenBatch | null]>([
    ['taken over', (open) => ({ ...open, lease: open.lease + 1 })],
    ['replaced by a batch of its own', (open) => ({ ...open, batch: open.batch + 1 })],
    ['ended', () => null],
  ])('that another worker has %s is a conflict, not an alert that SNS refused', async (_what, change) => {
    vi.spyOn(world.deps, 'publish').mockImplementationOnce(async () => {
      const { open, ...mine } = stored();
      await world.states.save(watch, { ...mine, open: open && change(open) });
      return { published: 1, failure: new Error('SNS throttles') };
    });
    await expect(recoverFrom()).rejects.toThrow(VersionConflict);
  });

  it('is not published if it contradicts the stored rows', async () => {
    await expect(recoverFrom({ open: openWith({ next: { settled: -2 } }) })).rejects.toThrow(LedgerBroken);
    expect(world.told()).toEqual([]);
  });

  it('belongs to no other worker while its alerts are published', async () => {
    const { open } = stored();
    let other: Promise<unknown> = Promise.resolve();
    world.atAwait = (point) => {
      if (point !== 'before publish') return;
      lives(world);
      expect(stored().open).toEqual({ ...open, lease: world.now + batchLease });
      other = world.poll(watch, { after: batchLease - 1 }).catch((error: unknown) => error);
    };
    await recoverFrom();
    expect(await other).toBeInstanceOf(LeftToOtherWorker);
    expect(world.told()).toHaveLength(3);
  });
});

describe('the cursor of a watch with abandoned batches', () => {
  /** Recovers a batch that lacks a row, after this many abandoned batches. */
  async function abandon(before: number, to = blockAt(2)) {
    const abandoned = times(before, (i) => ({ batch: 100 + i, to }));
    const asked = vi.spyOn(world.ledger, 'rowsOf');
    const open = openWith({ rows: 4 });
    const cursor = await recoverFrom({ settled: blockAt(0), open, abandoned });
    expect(cursor.abandoned).toHaveLength(6);
    expect(cursor.abandoned.at(-1)).toEqual({ batch: open?.batch, to: open?.to });
    return { cursor, asked: asked.mock.calls.map(([, which]) => which).slice(1) };
  }

  it('lists six without reading their rows again', async () => {
    expect((await abandon(5)).asked).toEqual([]);
    expect(world.told()).toEqual([]);
  });

  it.each([
    ['above the settled block', blockAt(0) + 1, blockAt(2)],
    ["of a digest's batch whose blocks are settled", blockAt(-2), blockAt(-2)],
  ])('forgets the oldest of more than six, once its rows %s are gone', async (_where, from, to) => {
    const { cursor, asked } = await abandon(6, to);
    expect(cursor.abandoned[0]).toEqual({ batch: 101, to });
    expect(asked).toEqual([{ batch: 100, from, to }]);
  });

  it("keeps the oldest while its rows can't be deleted: they would count again", async () => {
    const before = stored();
    vi.spyOn(world.ledger, 'remove').mockRejectedValue(new Error('throttled'));
    await expect(abandon(8)).rejects.toThrow('throttled');
    expect(stored()).toEqual(before);
  });
});

describe.each([
  ['its lease ends', { lease: 30_000, publishUntil: 90_000 }],
  ['its invocation ends', { lease: 90_000, publishUntil: 30_000 }],
])('less than three seconds before %s', (_end, { lease, publishUntil }) => {
  const open = openBatch({ rows: 0, messages: 0, lease });
  const pollAt = (now: number) => {
    const clock = { now: () => now, sleep: async () => {} };
    return { ...world.deps, clock, watch, limits: world.limits({ publishUntil }), turn: ownTurn };
  };

  it('a batch whose rows were just written is not taken over', async () => {
    await expect(record(open, [], pollAt(26_999))).resolves.toBeUndefined();
    await expect(record(open, [], pollAt(27_000))).rejects.toThrow(LeftToOtherWorker);
  });

  it('nothing is published', async () => {
    const sent = vi.spyOn(world.deps, 'publish');
    await publish({ ...neverPolled, open }, [], pollAt(0));
    expect(sent).toHaveBeenCalledWith([], 27_000, expect.anything());
  });
});
