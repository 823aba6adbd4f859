import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import type { PollResult } from '../../functions/poll-wallets/poll-each.ts';
import { createPollMarks } from '../../functions/poll-wallets/poll-marks.ts';
import { idleOutcome, type PollOutcome } from '../../functions/poll-wallets/poll-outcome.ts';
import { advanceOf } from '../../functions/poll-wallets/save/advance.ts';
import { begin } from '../../functions/poll-wallets/save/open-batch.ts';
import type { PollActivity, PollMessage } from '../../functions/queue/poll-message.ts';
import { type Cursor, neverPolled } from '../../functions/state/cursor.ts';
import { endOfBlock } from '../../functions/state/place.ts';
import { type NewRow, quietRow } from '../../functions/state/row.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { exchange, treasury, usdc, watchOf } from '../support/alerts.ts';
import { MemoryActivity } from '../support/memory-activity.ts';
import { everyMinute } from '../support/poll-world.ts';
import { begunCursor, openBatch } from '../support/reads.ts';

const watch = watchOf();
const minute = 30_000_000;
const now = minute * 60_000;
const swept: PollActivity = { stamp: null, seenIn: 0, sweep: [100, 200] };
const begun = begunCursor();
const open = openBatch({ next: advanceOf(begun) });
/** One transfer waits for the end of the hour. */
const waiting: Cursor['rations'] = {
  ...neverPolled.rations,
  in: {
    ...neverPolled.rations.in,
    waiting: { digest: 'in1', from: 7, to: 7, due: now + 3_600_000, hidden: 0 },
  },
};
const quiet = quietRow(endOfBlock(7, 'a'), 'hidden', now);
const message: NewRow = { ...quiet, status: 'message', turn: 0 };

const mark = { wallet: treasury, seenAt: { unsure: minute }, polledAt: null, block: 7 };

/** @param at what the worker's clock says */
function world(activity: PollActivity | null = swept, others: readonly (typeof watch)[] = [], at = now) {
  const table = new MemoryActivity();
  const saved: string[] = [];
  const sent: PollMessage = {
    version: 1,
    tick: '',
    deadline: 0,
    bulk: false,
    pace: everyMinute,
    rows: [{ wallet: treasury, chain: 'eth' }],
    ...(activity === null
      ? {}
      : {
          activity: {
            minute,
            // Scans saw each wallet ten blocks after the one before.
            wallets: Object.fromEntries(
              [watch, ...others].map((one, n) => [
                watchKey(one),
                { ...activity, seenIn: activity.seenIn + 10 * n },
              ]),
            ),
          },
        }),
  };
  const clock = { now: () => at, sleep: async () => {} };
  const save = async (_: unknown, cursor: Cursor) => {
    saved.push(table.marks.has(treasury) ? 'marked' : 'unmarked');
    return cursor;
  };
  const lost: string[] = [];
  const log = { info() {}, warn() {}, error: (_: string, of?: object) => void lost.push(JSON.stringify(of)) };
  const watches = [watch, ...others];
  const marks = createPollMarks(sent, watches, { marks: table, clock, log });
  const beginThen = (next: Cursor, ...rows: NewRow[]) =>
    begin(begun, rows, advanceOf(next), { watch, states: { save } as never, clock, owePoll: marks.owe });
  const beginBatch = (...rows: NewRow[]) => beginThen(begun, ...rows);
  const result = (over: Partial<PollOutcome> | null): PollResult[] => [
    over === null
      ? { watch, cursor: begun, outcome: null, error: new Error('the API is away') }
      : { watch, cursor: begun, outcome: { ...idleOutcome(begun), ...over }, error: null },
  ];
  return { table, saved, lost, marks, beginBatch, beginThen, result };
}

describe('a poll of a wallet without activity, on a chain that has a node', () => {
  it('writes nothing if it is idle, or has nothing to publish', async () => {
    const { table, marks, beginBatch, result } = world();
    await marks.begin([{ watch, cursor: begun }]);
    await beginBatch(quiet);
    await marks.end(result({}));
    expect(table.writes).toEqual([]);
  });

  it.each([
    ['fails', null],
    ['ends before the head', { behind: true }],
    ['misses a transfer that was told', { missed: true }],
    [
      'meets an entry that it can not read',
      { unreadable: [{ transactionHash: null, blockNumber: null, reason: 'no value' }] },
    ],
    ['meets a block number that the chain can not have reached', { ahead: [4_000_000_000] }],
    ['leaves alerts to be published', { cursor: { ...begun, open } }],
    ['leaves transfers to a digest that is not due', { cursor: { ...begun, rations: waiting } }],
  ])('is owed another one if it %s', async (_, over) => {
    const { table, marks, result } = world();
    await marks.end(result(over));
    expect(table.marks.get(treasury)).toMatchObject({
      seenAt: { sure: minute - 8 },
      polledAt: null,
      stamp: `${minute}.${now}.owed`,
    });
  });

  it('has its mark before a transfer waits for its digest', async () => {
    const { saved, beginThen } = world();
    await beginThen({ ...begun, rations: waiting }, { ...quiet, status: 'waiting', digest: 'in1' });
    expect(saved).toEqual(['marked']);
  });

  it('is followed by another one if it was not made at all', async () => {
    const { table, marks } = world();
    await marks.end([]);
    expect(table.marks.has(treasury)).toBe(true);
  });

  it('is marked before a batch with messages begins, so that a crash leaves none of them unpublished', async () => {
    const { table, saved, marks, beginBatch, result } = world();
    await beginBatch(quiet, message);
    expect(saved).toEqual(['marked']);
    await marks.end(result({}));
    expect(table.marks.get(treasury)?.polledAt).toBe(minute);
  });

  it('is marked before its first poll, whose success is the beginning of its tail', async () => {
    const { table, marks, result } = world();
    await marks.begin([{ watch, cursor: neverPolled }]);
    expect(table.marks.get(treasury)?.polledAt).toBeNull();
    await marks.end(result({}));
    expect(table.marks.get(treasury)).toMatchObject({ seenAt: { sure: minute }, polledAt: minute });
  });

  it('says what it found in blocks that were scanned long enough ago', async () => {
    const { table, marks, result } = world();
    const found = [99, 100, 150, 200, 201].map((block) => ({
      token: `0x${block}`,
      block,
      minedAt: now - (block === 150 ? 600_000 : 600_001),
      moves: true,
    }));
    await marks.end(result({ found }));
    expect(table.finds.get(treasury)?.transfers).toEqual([
      { token: '0x100', block: 100 },
      { token: '0x200', block: 200 },
    ]);
  });
});

describe('what a poll found', () => {
  it('has the age that its tick gives, although a person may have dated the tick ahead', async () => {
    const { table, marks, result } = world(swept, [], now - 3_600_000);
    await marks.end(result({ found: [{ token: '0xab', block: 150, minedAt: now - 600_001, moves: true }] }));
    expect(table.finds.get(treasury)?.transfers).toEqual([{ token: '0xab', block: 150 }]);
  });

  it('names ten transfers at most, and none without a time, because it may be recent', async () => {
    const { table, marks, result } = world();
    const found = Array.from({ length: 12 }, (_, i) => ({
      token: `0x${i}`,
      block: 150,
      minedAt: 0,
      moves: true,
    }));
    await marks.end(result({ found: [{ token: '0xab', block: 150, minedAt: null, moves: true }, ...found] }));
    expect(table.finds.get(treasury)?.transfers).toEqual(
      found.slice(0, 10).map(({ token, block }) => ({ token, block })),
    );
  });
});

it('a wallet that the message does not name gets no mark', async () => {
  const { table, marks } = world();
  const other = watchOf({ wallet: exchange });
  await marks.begin([{ watch: other, cursor: neverPolled }]);
  await marks.owe(other);
  expect(table.writes).toEqual([]);
});

describe('a poll in a tail', () => {
  it('acknowledges the activity that it was made for, and no later one', async () => {
    const { table, lost, marks, result } = world({ stamp: 'a', seenIn: 7, sweep: null });
    table.marks.set(treasury, { ...mark, stamp: 'b' });
    await marks.end(result({}));
    expect(table.marks.get(treasury)?.polledAt).toBeNull();
    table.marks.set(treasury, { ...mark, stamp: 'a' });
    await marks.end(result({ found: [{ token: '0x1', block: 7, minedAt: 0, moves: true }] }));
    expect(table.marks.get(treasury)).toEqual({ ...mark, stamp: 'a', polledAt: minute });
    expect(table.finds.size).toBe(0);
    expect(lost).toEqual([]);
  });

  it('begins another tail if it finds what no scan has shown: a re-org may drop it before the node is asked', async () => {
    const { table, marks, result } = world({ stamp: 'a', seenIn: 7, sweep: null });
    table.marks.set(treasury, { ...mark, stamp: 'a' });
    await marks.end(
      result({ found: [7, 8].map((block) => ({ token: usdc, block, minedAt: null, moves: true })) }),
    );
    expect(table.marks.get(treasury)).toMatchObject({ seenAt: { sure: minute }, polledAt: minute });
  });

  it.each([
    ['in a token that anybody can make', { token: '0x1', moves: true }],
    ['of a real token, without a value', { token: usdc, moves: false }],
  ])(
    "gives a stranger's transfer %s no more than a scan does, and keeps the tail of a theft",
    async (_, of) => {
      const { table, marks, result } = world({ stamp: 'a', seenIn: 7, sweep: null });
      table.marks.set(treasury, { ...mark, stamp: 'a', seenAt: { sent: minute - 1, unsure: minute - 1 } });
      await marks.end(result({ found: [{ block: 8, minedAt: null, ...of }] }));
      expect(table.marks.get(treasury)?.seenAt).toEqual({ sent: minute - 1, unsure: minute });
    },
  );

  it('begins another tail by what the scans have shown of its own wallet, not of another one in the message', async () => {
    const other = watchOf({ wallet: exchange });
    const { table, marks, result } = world({ stamp: 'a', seenIn: 7, sweep: null }, [other]);
    table.marks.set(exchange, { ...mark, wallet: exchange, stamp: 'a' });
    const found = [{ token: usdc, block: 15, minedAt: null, moves: true }];
    await marks.end(result({ found }).map((one) => ({ ...one, watch: other })));
    expect(table.marks.get(exchange)).toMatchObject({ seenAt: mark.seenAt, polledAt: minute });
  });

  it('is owed once more if it fails, though the tail of its mark may be over', async () => {
    const { table, marks, result } = world({ stamp: 'a', seenIn: 7, sweep: null });
    table.marks.set(treasury, { ...mark, stamp: 'a', polledAt: minute });
    await marks.end(result(null));
    expect(table.writes).toEqual(['owe']);
    const { stamp, ...owed } = table.marks.get(treasury) ?? { ...mark, stamp: null };
    expect([stamp === 'a', owed]).toEqual([false, { ...mark, polledAt: null }]);
  });
});

describe('while the table is throttled', () => {
  const throttled =
    (...methods: string[]) =>
    (method: string) => {
      if (methods.includes(method)) throw new Error('throttled');
    };

  it("a successful poll that can't be acknowledged still counts, and its wallet keeps its mark and is polled once more", async () => {
    const { table, lost, marks, result } = world({ stamp: 'a', seenIn: 7, sweep: [100, 200] });
    table.marks.set(treasury, { ...mark, stamp: 'a' });
    table.atWrite = throttled('acknowledge');
    await marks.end(result({ found: [{ token: '0x1', block: 150, minedAt: 0, moves: true }] }));
    expect(table.marks.get(treasury)?.polledAt).toBeNull();
    expect(table.finds.get(treasury)?.transfers).toHaveLength(1);
    expect(lost).toEqual([expect.stringContaining('throttled')]);
  });

  it('what a sweep found is lost with a line in the log, and the poll is acknowledged', async () => {
    const { table, lost, marks, result } = world({ stamp: 'a', seenIn: 7, sweep: [100, 200] });
    table.marks.set(treasury, { ...mark, stamp: 'a' });
    table.atWrite = throttled('put find');
    await marks.end(result({ found: [{ token: '0x1', block: 150, minedAt: 0, moves: true }] }));
    expect(table.marks.get(treasury)?.polledAt).toBe(minute);
    expect(lost).toEqual([expect.stringContaining('throttled')]);
  });

  it('if a wallet that needs a poll gets no mark, the message is delivered again, after the others got their marks', async () => {
    const other = watchOf({ wallet: parseAddress(`0x${'b'.repeat(40)}`) });
    const { table, marks } = world(swept, [other]);
    let owed = 0;
    table.atWrite = () => {
      owed += 1;
      if (owed === 1) throw new Error('throttled');
    };
    await expect(marks.end([])).rejects.toThrow('throttled');
    expect(table.marks.has(other.wallet)).toBe(true);
  });

  it('a wallet whose batch could not begin because its mark failed gets a mark at the end', async () => {
    const { table, saved, marks, beginBatch, result } = world();
    table.atWrite = throttled('owe');
    await expect(beginBatch(message)).rejects.toThrow('throttled');
    expect(saved).toEqual([]);
    table.atWrite = () => {};
    await marks.end(result(null));
    expect(table.marks.has(treasury)).toBe(true);
  });
});

it('a poll on a chain without a node leaves no mark, however it ends', async () => {
  const { table, marks, beginBatch, result } = world(null);
  await marks.begin([{ watch, cursor: neverPolled }]);
  await beginBatch(message);
  await marks.end(result(null));
  expect(table.writes).toEqual([]);
});
