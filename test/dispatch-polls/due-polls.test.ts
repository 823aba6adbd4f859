import { describe, expect, it } from 'vitest';
import { dueNow, isFirstOfSweep, nextPollAt, rotate } from '../../functions/dispatch-polls/due-polls.ts';
import type { NotBegun } from '../../functions/dispatch-polls/rows/not-begun.ts';
import { inMessages, plainPace } from '../../functions/dispatch-polls/send-due.ts';
import { pollMessage } from '../../functions/queue/poll-message.ts';
import { callWindows, createCallSpread } from '../../functions/rate/call-windows.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { treasury, watchOf } from '../support/alerts.ts';

const start = Date.parse('2026-01-02T00:00:00.000Z');
const minute = (n: number) => new Date(start + n * 60_000);
const tickAt = (n: number) => ({ at: minute(n), last: start / 60_000 + n - 1 });
const walletOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as typeof treasury;
const rowOf = (n: number, over = {}) => ({
  row: { wallet: walletOf(n), chain: 'eth', ...over },
  watch: watchOf({ wallet: walletOf(n) }),
});
const duePolls = (
  row: ReturnType<typeof rowOf>,
  everySeconds: number,
  notBegun: NotBegun | null,
  tick: ReturnType<typeof tickAt>,
) => {
  const of = new Map(notBegun && [[watchKey(row.watch), notBegun]]);
  return dueNow(row, 1, { ...tick, everySeconds, notBegun: of, isBetween: false });
};

/** A wallet's number of polls in each of these minutes. */
const perMinute = (n: number, interval: number, minutes: number) =>
  Array.from({ length: minutes }, (_, at) => duePolls(rowOf(n), interval, null, tickAt(at)).length);
const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

describe('a wallet is due', () => {
  it('in every tick at an interval of one minute, also in a second tick of the same minute', () => {
    for (const n of [0, 0, 1, 2]) expect(duePolls(rowOf(1), 60, null, tickAt(n))).toHaveLength(1);
  });

  it('several times a minute at a shorter interval, spread by delays', () => {
    expect(duePolls(rowOf(1), 15, null, tickAt(0)).map(({ delay }) => delay)).toEqual([0, 15, 30, 45]);
  });

  it.each([2, 5, 60, 1_440])('once in every %i minutes at that interval', (interval) => {
    const at = perMinute(7, interval * 60, interval * 3).flatMap((polls, n) => (polls > 0 ? [n] : []));
    expect(at).toHaveLength(3);
    expect(new Set(at.map((n) => n % interval)).size).toBe(1);
  });

  it('at once if it was never polled, whatever its interval; less and less often while its polls fail', () => {
    const tries = Array.from({ length: 61 }, (_, n) => n).filter(
      (n) => duePolls(rowOf(3), 86_400, { minutes: n, bulk: false }, tickAt(0)).length === 1,
    );
    expect(tries).toEqual([0, 1, 2, 4, 8, 16, 32]);
  });

  it("evenly: no minute has more than its share of three hundred wallets' polls", () => {
    const wallets = Array.from({ length: 300 }, (_, wallet) => perMinute(wallet, 3_600, 60));
    const polls = Array.from({ length: 60 }, (_, n) => sumOf(wallets.map((counts) => counts[n] ?? 0)));
    expect(sumOf(polls)).toBe(300);
    expect(Math.max(...polls)).toBeLessThan((300 / 60) * 2.5);
  });

  it.each([2, 7.5])('evenly over %d days: a day with the polls of all has no calls for them', (days) => {
    const wallets = Array.from({ length: 300 }, (_, n) => rowOf(n));
    const dueIn = (from: number, minutes: number) =>
      wallets.filter(({ watch }) => {
        const next = nextPollAt(watch, days * 86_400, minute(from).getTime() - 1);
        return next < minute(from + minutes).getTime();
      }).length;
    expect(dueIn(0, days * 1_440)).toBe(300);
    for (const day of [0, 1]) expect(dueIn(day * 1_440, 1_440)).toBeLessThan((300 / days) * 1.4);
  });

  it('at a stretched interval that is not a whole number of minutes, as often as it says', () => {
    expect(sumOf(perMinute(9, 60 * 2.25, 1_440))).toBe(640);
  });
});

describe('the predicted next poll', () => {
  it.each([1, 2, 7, 60, 1_440])('is the next one sent, at an interval of %i minutes', (interval) => {
    for (const n of [0, 1, 59, 1_000]) {
      const now = minute(n).getTime() + 30_000;
      const { watch, row } = rowOf(n);
      const isDue = (ahead: number) =>
        duePolls({ watch, row }, interval * 60, null, tickAt(n + ahead)).length > 0;
      const ahead = Array.from({ length: interval }, (_, i) => i + 1).find(isDue);
      expect(nextPollAt(watch, interval * 60, now)).toBe(minute(n + (ahead ?? Number.NaN)).getTime());
    }
  });

  it('is within the minute if the interval is shorter', () => {
    const now = start + 16_000;
    const { watch } = rowOf(1);
    expect(nextPollAt(watch, 15, now)).toBe(start + 30_000);
    expect(nextPollAt(watch, 15, start + 30_000)).toBe(start + 45_000);
    expect(nextPollAt(watch, 45, now)).toBe(start + 60_000);
  });
});

describe('a wallet that is only swept', () => {
  const day = Array.from({ length: 1_440 }, (_, n) => n);
  const minuteOf = (n: number) => start / 60_000 + n;

  it.each([
    [60, 3_600, 24],
    [15, 3_600, 24],
    [300, 3_600, 24],
    [420, 3_600, 24],
  ])('due every %i s, swept every %i s, is swept %i times a day, when it is due', (own, sweep, times) => {
    const { watch, row } = rowOf(5);
    const swept = day.filter(
      (n) =>
        duePolls({ watch, row }, own, null, tickAt(n)).length > 0 &&
        isFirstOfSweep(
          watchKey(watch),
          { pollSeconds: own, sweepSeconds: sweep },
          { minute: minuteOf(n), last: minuteOf(n - 1) },
        ),
    );
    expect(swept).toHaveLength(times);
    const pauses = swept.slice(1).map((n, i) => n - (swept[i] ?? 0));
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeLessThanOrEqual(own / 60);
  });
});

describe('messages to the queue', () => {
  /** With a plan that has a place for every poll. */
  const spread = createCallSpread(callWindows(10_000))(start);
  const common = { ...plainPace, at: minute(0), now: start, callsPerDay: null, spread };
  const polls = (count: number, over = {}) =>
    Array.from({ length: count }, (_, n) => duePolls(rowOf(n, over), 60, null, tickAt(0))).flat();
  /** The first message: for a wallet that begins and is due every `due` seconds, or for these polls. */
  const saidOf = (
    due: number | ReturnType<typeof polls>,
    over: Partial<Parameters<typeof inMessages>[1]> = {},
  ) => {
    const all =
      typeof due === 'number' ? duePolls(rowOf(1), due, { minutes: 0, bulk: false }, tickAt(0)) : due;
    return pollMessage.parse(JSON.parse(inMessages(all, { ...common, ...over })[0]?.body ?? ''));
  };

  const spreadOf = (callsPerSecond: number) => ({
    ...common,
    spread: createCallSpread(callWindows(callsPerSecond))(start),
  });
  const placesOf = (messages: ReturnType<typeof inMessages>) =>
    messages.map((message) => [message.delay, message.polls]);

  it('are several for one second if it has turns for more than fifty polls', () => {
    expect(placesOf(inMessages(polls(130), spreadOf(100)))).toEqual([
      [0, 50],
      [0, 20],
      [1, 50],
      [1, 10],
    ]);
  });

  it('for intervals below a minute arrive at their own time or later', () => {
    const often = Array.from({ length: 9 }, (_, n) => duePolls(rowOf(n), 15, null, tickAt(0))).flat();
    expect(placesOf(inMessages(often, spreadOf(10)))).toEqual(
      [0, 15, 30, 45].flatMap((second) => [
        [second, 7],
        [second + 1, 2],
      ]),
    );
  });

  it('without a turn in time arrive stale: they are counted, and make no call', () => {
    const messages = inMessages(polls(700), spreadOf(10));
    const stale = messages.filter(({ delay }) => delay > 90);
    expect(Math.max(...messages.filter((one) => !stale.includes(one)).map(({ delay }) => delay))).toBe(80);
    expect(placesOf(stale)).toEqual([
      [91, 50],
      [91, 50],
      [91, 33],
    ]);
    for (const { body } of stale) expect(JSON.parse(body).deadline).toBeLessThan(start + 91_000);
  });

  it("have the attributes that a poll reads, in ASCII, with sets as lists, without the owner's notes", () => {
    const tokens = new Set([treasury]);
    const over = { Label: '\u{1F4B0} Treasury\uffff', notes: 'x'.repeat(300_000), min_amount: '5', tokens };
    expect(inMessages(polls(1, over), common)[0]?.body).toMatch(/^[\x20-\x7e]{1,500}$/);
    const carried = { label: over.Label, minAmount: '5', tokens: [treasury] };
    expect(saidOf(polls(1, over)).rows).toEqual([{ wallet: walletOf(0), chain: 'eth', ...carried }]);
  });

  it("do not mix an import's wallets with others, because an import is announced as one", () => {
    const begin = duePolls(rowOf(1), 60, { minutes: 0, bulk: true }, tickAt(0));
    const bodies = inMessages([...polls(3), ...begin], common).map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ bulk, rows }) => [bulk, rows.length])).toEqual([
      [false, 3],
      [true, 1],
    ]);
  });

  it('say how many calls a day other wallets need, if the plan has a daily limit', () => {
    const keptOf = (pollsADay: number, callsPerDay: number | null = 800) =>
      saidOf(360, { now: Date.UTC(2026, 0, 2, 18), callsPerDay, pollsADay }).kept;
    // A wallet that is polled every six minutes has 240 polls a day.
    expect(keptOf(640)).toBe(400);
    expect(keptOf(239)).toBe(0);
    expect(keptOf(640, null)).toBeUndefined();
  });

  it('stay below the size that SQS takes, however long the rows', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, (_, n) => walletOf(n)));
    for (const { body } of inMessages(polls(20, { tokens }), common)) {
      expect(Buffer.byteLength(body)).toBeLessThan(256 * 1_024);
    }
  });

  it('say how often their wallets are polled, and which plan makes it less often than asked', () => {
    const paceOf = (intervalSeconds: number, over = {}) => saidOf(intervalSeconds, over).pace;
    expect(paceOf(300)).toEqual({ everySeconds: 300, askedSeconds: 300, callsPerDay: null });
    const stretched = { everySeconds: 135, askedSeconds: 60, callsPerDay: 800 };
    expect(paceOf(135, { stretch: 2.25, callsPerDay: 800 })).toEqual(stretched);
    expect(paceOf(300, { callsPerDay: 800 })).toMatchObject({ callsPerDay: null });
    expect(paceOf(20)).toMatchObject({ everySeconds: 20 });
    // The number of polls in a minute is a whole number.
    expect(paceOf(33.75, { stretch: 2.25, callsPerDay: 800 })).toMatchObject({ everySeconds: 60 });
  });

  it('become stale soon', () => {
    const after = [polls(1), 300, 86_400].map((due) => saidOf(due).deadline - start);
    expect(after).toEqual([90_000, 300_000, 600_000]);
    // Counted from when they are sent, however late the tick runs.
    expect(saidOf(300, { now: start + 3_600_000 }).deadline - start).toBe(3_900_000);
  });

  it('become stale a minute and a half after their own turn, not after the tick', () => {
    const messages = inMessages(duePolls(rowOf(1), 15, null, tickAt(0)), common);
    const deadlines = messages.map(({ body }) => JSON.parse(body).deadline - start);
    expect(deadlines).toEqual([90_000, 105_000, 120_000, 135_000]);
  });

  it('have no word about activity if no chain has a node', () => {
    expect(saidOf(polls(1))).not.toHaveProperty('activity');
  });

  it('hold at least one row, however long it is', () => {
    const tokens = Array.from({ length: 5_000 }, (_, n) => walletOf(n));
    expect(inMessages(polls(2, { tokens }), common).map((message) => message.polls)).toEqual([1, 1]);
  });
});

describe('polls that take turns', () => {
  it('are complete and in order, and each is among the first few within an hour', () => {
    const all = Array.from({ length: 20 }, (_, n) => n);
    const first = new Set<number>();
    for (let n = 0; n < 60; n += 1) {
      const turn = rotate(all, minute(n));
      expect(turn.toSorted((a, b) => a - b)).toEqual(all);
      for (const one of turn.slice(0, 4)) first.add(one);
    }
    expect(first.size).toBe(20);
    expect(rotate([], minute(1))).toEqual([]);
  });
});
