import { describe, expect, it } from 'vitest';
import type { PollResult } from '../../functions/poll-wallets/poll-each.ts';
import { createPollMarks } from '../../functions/poll-wallets/poll-marks.ts';
import { idleOutcome, type PollOutcome } from '../../functions/poll-wallets/poll-outcome.ts';
import { advanceOf } from '../../functions/poll-wallets/save/advance.ts';
import { begin } from '../../functions/poll-wallets/save/open-batch.ts';
import type { PollActivity } from '../../functions/queue/poll-message.ts';
import { type Cursor, neverPolled } from '../../functions/state/cursor.ts';
import { type NewRow, quietRow } from '../../functions/state/ledger-row.ts';
import { endOfBlock } from '../../functions/state/place.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { exchange, treasury, usdc, watchOf } from '../support/alerts.ts';
import { MemoryActivity } from '../support/fakes/memory-activity.ts';
import { begunCursor, openBatch } from '../support/reads.ts';
import { times } from './story.ts';

const watch = watchOf();
const other = watchOf({ wallet: exchange });
const minute = 30_000_000;
const now = minute * 60_000;
const swept: PollActivity = { stamp: null, seenIn: 0, sweep: [100, 200] };
const begun = begunCursor();
const open = openBatch({ next: advanceOf(begun) });
/** One transfer waits for the end of the hour. */
const inDigest = { digest: 'in1', from: 7, to: 7, due: now + 3_600_000, hidden: 0, count: 1 };
const { rations } = neverPolled;
const waiting: Cursor['rations'] = { ...rations, in: { ...rations.in, waiting: inDigest } };
const quiet = quietRow(endOfBlock(7, 'a'), 'hidden', now);
const message: NewRow = { ...quiet, status: 'message', turn: 0 };

const mark = { wallet: treasury, seenAt: { unsure: minute }, polledAt: null, block: 7 };

/** @param at the time on the worker's clock */
function world(activity: PollActivity | null = swept, others: readonly (typeof watch)[] = [], at = now) {
  const table = new MemoryActivity();
  if (activity?.stamp) table.marks.set(treasury, { ...mark, stamp: activity.stamp });
  const watches = [watch, ...others];
  // Each wallet was seen ten blocks after the one before.
  const wallets = watches.map((one, n) => [
    watchKey(one),
    activity && { ...activity, seenIn: activity.seenIn + 10 * n },
  ]);
  const sent = activity === null ? {} : { activity: { minute, wallets: Object.fromEntries(wallets) } };
  const clock = { now: () => at, sleep: async () => {} };
  const saved: string[] = [];
  const save = async (_: unknown, cursor: Cursor) => {
    saved.push(table.marks.has(treasury) ? 'marked' : 'unmarked');
    return cursor;
  };
  const lost: string[] = [];
  const log = { info() {}, warn() {}, error: (_: string, of?: object) => void lost.push(JSON.stringify(of)) };
  const marks = createPollMarks(sent, watches, { marks: table, clock, log });
  const beginThen = (next: Cursor, ...rows: NewRow[]) =>
    begin(begun, rows, advanceOf(next), { watch, states: { save } as never, clock, owePoll: marks.owe });
  return {
    ...{ table, saved, lost, marks, beginThen },
    beginBatch: (...rows: NewRow[]) => beginThen(begun, ...rows),
    /** The watch's poll ends like this, and with it the batch. */
    ends(over: Partial<PollOutcome> | null, of = watch) {
      const error = new Error('the API is away');
      const result: PollResult =
        over === null
          ? { watch: of, cursor: begun, outcome: null, error }
          : { watch: of, cursor: begun, outcome: { ...idleOutcome(begun), ...over }, error: null };
      return marks.end([result]);
    },
  };
}
/** A poll in a tail, caused by the activity with the stamp `a`. */
const inTail = { stamp: 'a', seenIn: 7, sweep: null };
const sweptInTail = { ...inTail, sweep: swept.sweep };
const found = (block: number, minedAt: number | null, token: string = usdc) => ({
  token,
  block,
  minedAt,
  hasValue: true,
});
const throttled =
  (...methods: string[]) =>
  (method: string) => {
    if (methods.includes(method)) throw new Error('throttled');
  };

describe('a poll of a wallet without activity, on a chain that has a node', () => {
  it('writes nothing if it is idle, or has nothing to publish', async () => {
    const { table, marks, beginBatch, ends } = world();
    await marks.begin([{ watch, cursor: begun }]);
    await beginBatch(quiet);
    await ends({});
    expect(table.writes).toEqual([]);
  });

  it.each([
    ['fails', null],
    ['ends before the head', { isBehind: true }],
    ['misses a transfer that was told', { hasMissed: true }],
    ['meets an unreadable entry', { unreadable: [{ transactionHash: null, blockNumber: null, reason: '' }] }],
    ['leaves alerts to be published', { cursor: { ...begun, open } }],
    ['leaves transfers to a digest that is not due', { cursor: { ...begun, rations: waiting } }],
  ])('is owed another one if it %s', async (_, over) => {
    const { table, ends } = world();
    await ends(over);
    const stamp = `${minute}.${now}.owed`;
    expect(table.marks.get(treasury)).toMatchObject({ seenAt: { sure: minute - 8 }, polledAt: null, stamp });
  });

  it('is marked before a transfer waits for its digest', async () => {
    const { saved, beginThen } = world();
    await beginThen({ ...begun, rations: waiting }, { ...quiet, status: 'waiting', digest: 'in1' });
    expect(saved).toEqual(['marked']);
  });

  it('is marked before a batch with messages begins, so that a crash leaves none of them unpublished', async () => {
    const { table, saved, beginBatch, ends } = world();
    await beginBatch(quiet, message);
    expect(saved).toEqual(['marked']);
    await ends({});
    expect(table.marks.get(treasury)?.polledAt).toBe(minute);
  });
});

describe('a find of a sweep', () => {
  it('is named if its block was scanned long enough ago', async () => {
    const { table, ends } = world();
    const blocks = [99, 100, 150, 200, 201];
    await ends({ found: blocks.map((block) => found(block, now - (block === 150 ? 600_000 : 600_001))) });
    expect(table.finds.get(treasury)?.transfers).toEqual([100, 200].map((block) => ({ token: usdc, block })));
  });

  it.each([
    ["the tick's time, even if a person dated the tick ahead", -3_600_000, 600_001],
    ["the poll's time, if it waited in the queue", 60_000, 540_001],
  ])('has its age by %s', async (_, late, age) => {
    const { table, ends } = world(swept, [], now + late);
    await ends({ found: [found(150, now - age)] });
    expect(table.finds.get(treasury)?.transfers).toEqual([{ token: usdc, block: 150 }]);
  });

  it('names at most ten transfers, and none without a time, because that may be recent', async () => {
    const { table, ends } = world();
    await ends({ found: [found(150, null), ...times(12, (i) => found(150, 0, `0x${i}`))] });
    const transfers = times(10, (i) => ({ token: `0x${i}`, block: 150 }));
    expect(table.finds.get(treasury)?.transfers).toEqual(transfers);
  });
});

it('a wallet that the message does not name gets no mark', async () => {
  const { table, marks } = world();
  await marks.begin([{ watch: other, cursor: neverPolled }]);
  await marks.owe(other);
  expect(table.writes).toEqual([]);
});

describe('a poll in a tail', () => {
  it('acknowledges the activity that it was made for, and no later one', async () => {
    const { table, lost, ends } = world(inTail);
    table.marks.set(treasury, { ...mark, stamp: 'b' });
    await ends({});
    expect(table.marks.get(treasury)?.polledAt).toBeNull();
    table.marks.set(treasury, { ...mark, stamp: 'a' });
    await ends({ found: [found(7, 0)] });
    expect(table.marks.get(treasury)).toEqual({ ...mark, stamp: 'a', polledAt: minute });
    expect([table.finds.size, lost]).toEqual([0, []]);
  });

  it('marks its wallet if its tick died before it wrote the mark: a re-org may drop what the poll found', async () => {
    const { table, ends } = world(inTail);
    table.marks.delete(treasury);
    await ends({});
    expect(table.marks.has(treasury)).toBe(false);
    await ends({ found: [found(7, 0)] });
    const seenAt = { sure: minute };
    expect(table.marks.get(treasury)).toEqual({ ...mark, stamp: 'a', seenAt, polledAt: minute, block: 7 });
    const later = { ...mark, stamp: 'b' };
    table.marks.set(treasury, later);
    await ends({ found: [found(7, 0)] });
    expect(table.marks.get(treasury)).toEqual(later);
  });

  it('begins another tail if it finds a transfer that no scan has shown: a re-org may drop it before the next scan', async () => {
    const { table, ends } = world(inTail);
    await ends({ found: [7, 8].map((block) => found(block, null)) });
    expect(table.marks.get(treasury)).toMatchObject({ seenAt: { sure: minute }, polledAt: minute });
  });

  it.each([
    ['in a token that anybody can make', { token: '0x1', hasValue: true }],
    ['of a real token, without a value', { token: usdc, hasValue: false }],
  ])("gives a stranger's transfer %s no more than a scan, and keeps a theft's tail", async (_, of) => {
    const { table, ends } = world(inTail);
    table.marks.set(treasury, { ...mark, stamp: 'a', seenAt: { sent: minute - 1, unsure: minute - 1 } });
    await ends({ found: [{ block: 8, minedAt: null, ...of }] });
    expect(table.marks.get(treasury)?.seenAt).toEqual({ sent: minute - 1, unsure: minute });
  });

  it("begins another tail by the scans' results for its own wallet, not for another one in the message", async () => {
    const { table, ends } = world(inTail, [other]);
    table.marks.set(exchange, { ...mark, wallet: exchange, stamp: 'a' });
    await ends({ found: [found(15, null)] }, other);
    expect(table.marks.get(exchange)).toMatchObject({ seenAt: mark.seenAt, polledAt: minute });
  });

  it('is owed once more if it fails, even if the tail of its mark is over', async () => {
    const { table, ends } = world(inTail);
    table.marks.set(treasury, { ...mark, stamp: 'a', polledAt: minute });
    await ends(null);
    expect(table.writes).toEqual(['owe']);
    expect(table.marks.get(treasury)).toMatchObject({ ...mark, stamp: expect.stringMatching(/owed$/) });
  });
});

describe('while the table is throttled', () => {
  it.each([
    ['acknowledge', null, 1],
    ['put finds', minute, 0],
  ])('the write of %s is lost with a log line, and the rest is written', async (method, polledAt, finds) => {
    const { table, lost, ends } = world(sweptInTail);
    table.atWrite = throttled(method);
    await ends({ found: [found(150, 0, '0x1')] });
    expect([table.marks.get(treasury)?.polledAt, table.finds.size]).toEqual([polledAt, finds]);
    expect(lost).toEqual([expect.stringContaining('throttled')]);
  });

  it('if a wallet that needs a poll gets no mark, the message is delivered again, after the others got their marks', async () => {
    const { table, marks } = world(swept, [other]);
    table.owe = async (...owed) => {
      if (owed[1].wallet === treasury) throw new Error('throttled');
      await new Promise(setImmediate); // it is still under way when the first one fails
      return MemoryActivity.prototype.owe.apply(table, owed);
    };
    await expect(marks.end([])).rejects.toThrow('throttled');
    expect(table.marks.has(other.wallet)).toBe(true);
  });

  it('a wallet whose batch could not begin because its mark failed gets a mark at the end', async () => {
    const { table, saved, beginBatch, ends } = world();
    table.atWrite = throttled('owe');
    await expect(beginBatch(message)).rejects.toThrow('throttled');
    expect(saved).toEqual([]);
    table.atWrite = () => {};
    await ends(null);
    expect(table.marks.has(treasury)).toBe(true);
  });
});

it('a poll on a chain without a node leaves no mark, whatever its outcome', async () => {
  const { table, marks, beginBatch, ends } = world(null);
  await marks.begin([{ watch, cursor: neverPolled }]);
  await beginBatch(message);
  await ends(null);
  expect(table.writes).toEqual([]);
});
