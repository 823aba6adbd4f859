import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DailyQuota, unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import { createTickLimiter, TickEnded, type TickLimiter } from '../../functions/rate/tick-limiter.ts';
import { DayKept, KeyRefused, NoSlot, PlanExhausted } from '../../functions/transfer/source-errors.ts';
import { limiterAt } from '../support/fakes/limiter-in-memory.ts';
import { type VirtualClock, virtualClock } from '../support/virtual-clock.ts';

const day = 86_400_000;
const refused = new KeyRefused('the key is refused', '');

/** Days' quotas that record claimed calls. @param calls of each day */
function quotaOf(clock: VirtualClock, calls: number, late: (claim: number) => number = () => 0) {
  const left = new Map<number, number>();
  const claims: number[] = [];
  const leftAt = (time = clock.now()) => left.get(Math.floor(time / day)) ?? calls;
  const take = (time: number, count: number) => left.set(Math.floor(time / day), leftAt(time) - count);
  const quota: DailyQuota = {
    async claim(count, kept = 0) {
      const asked = clock.now();
      claims.push(count);
      const wait = late(claims.length);
      if (wait > 0) await clock.sleep(wait);
      const claimed = Math.max(0, Math.min(count, leftAt(asked) - kept));
      take(asked, claimed);
      return claimed;
    },
    isSpent: async () => leftAt() <= 0,
  };
  return { quota, claims, leftAt };
}

describe('the limiter of a tick', () => {
  let clock: VirtualClock;
  let kept: ReturnType<typeof quotaOf>;
  let limiter: TickLimiter;
  const withCalls = (calls: number) => {
    kept = quotaOf(clock, calls);
    limiter = createTickLimiter(limiterAt(5, clock), kept.quota, clock);
  };
  beforeEach(() => {
    clock = virtualClock({ start: 0, passes: true });
    withCalls(100);
  });
  /** Makes calls one after another. @param poll absent: each call is the first of its poll; null: no poll */
  async function calls(count: number, poll?: string | null): Promise<void> {
    for (let call = 0; call < count; call += 1)
      await limiter.acquire({ deadline: 2 * day, ...(poll !== null && { poll: poll ?? randomUUID() }) });
  }

  it('lets no call through once the tick has ended, including waiting ones', async () => {
    const { signal } = await limiter.begin('1', 10);
    const waiting = [1, 2, 3].map(() => calls(1));
    limiter.answered(refused);
    for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected');
    expect(signal.reason).toBeInstanceOf(TickEnded);
    const again = await limiter.begin('1', 50);
    expect(again.signal.reason).toMatchObject({ name: 'TickEnded', message: 'the key is refused' });
    await expect(calls(1)).rejects.toThrow(TickEnded);
    expect(kept.claims).toEqual([10]);
    await limiter.begin('2', 10);
    await calls(1);
  });

  it("claims a batch's calls at once, and each further call singly", async () => {
    withCalls(3);
    await limiter.begin('1', 2);
    await calls(3);
    expect(kept.claims).toEqual([2, 1]);
    await expect(calls(1)).rejects.toThrow(PlanExhausted);
  });

  it("reserves the calls that other wallets need: one wallet's storm does not use up the day", async () => {
    withCalls(20);
    const stormy = 'stormy';
    await limiter.begin('1', 2, 10);
    await calls(9, stormy);
    await expect(calls(1, stormy)).rejects.toThrow(DayKept);
    await calls(1);
    expect(kept.leftAt()).toBe(10);
    for (let tick = 2; tick < 12; tick += 1) {
      await limiter.begin(String(tick), 1, 12 - tick);
      await calls(1);
    }
    expect(kept.leftAt()).toBe(0);
    await limiter.begin('12', 1, 0);
    await expect(calls(1)).rejects.toThrow(PlanExhausted);
  });

  it('reserves as many calls for others as the current batch says, not the one before', async () => {
    withCalls(6);
    const poll = 'own';
    await limiter.begin('1', 1, 6);
    await calls(1, poll);
    await expect(calls(1, poll)).rejects.toThrow(DayKept);
    await limiter.begin('2', 1, 2);
    await calls(2, poll);
  });

  it("takes a wallet's first call of each batch from the calls claimed for first calls", async () => {
    withCalls(2);
    for (const tick of ['1', '2']) {
      await limiter.begin(tick, 1, 2);
      await calls(1, 'own');
    }
  });

  it('reserves calls for others until midnight, then for a whole day, even in the middle of a poll', async () => {
    withCalls(12);
    const poll = 'own';
    clock.set((day * 3) / 4);
    await limiter.begin('1', 1, 8);
    await calls(10, poll);
    await expect(calls(1, poll)).rejects.toThrow(DayKept);
    clock.set(day);
    await calls(4, poll);
    await expect(calls(1, poll)).rejects.toThrow(DayKept);
  });

  it("lets a lone wallet's storm use the whole plan", async () => {
    withCalls(20);
    const poll = 'own';
    await limiter.begin('1', 1, 0);
    await calls(20, poll);
    await expect(calls(1, poll)).rejects.toThrow(PlanExhausted);
  });

  it("does not count a refused call: the next try is still its poll's first", async () => {
    withCalls(5);
    const poll = 'own';
    await limiter.begin('1', 1, 5);
    await expect(limiter.acquire({ deadline: -1, poll })).rejects.toThrow(NoSlot);
    await calls(1, poll);
  });

  it('takes calls without a poll, such as coin lookups, from the calls that polls leave', async () => {
    withCalls(11);
    await limiter.begin('1', 1, 10);
    await expect(calls(1, null)).rejects.toThrow(DayKept);
    await calls(1);
  });

  it('uses the calls that a batch did not make for the next one', async () => {
    await limiter.begin('1', 50);
    await calls(1);
    await limiter.begin('2', 30);
    await limiter.begin('3', 60);
    await calls(60);
    expect(kept.claims).toEqual([50, 11]);
  });

  it("drops the previous day's unused calls at midnight", async () => {
    await limiter.begin('1', 3);
    clock.set(day);
    await calls(1);
    expect(kept.claims).toEqual([3, 1]);
    clock.set(0);
    await limiter.begin('2', 3);
    clock.set(day);
    await limiter.begin('3', 1);
    await calls(2);
    expect(kept.claims).toEqual([3, 1, 1, 1]);
  });

  it("passes the API's answers on to the inner limiter", () => {
    const heard: unknown[] = [];
    const inner = { acquire: async () => {}, answered: (fault: unknown) => void heard.push(fault) };
    const outer = createTickLimiter(inner, unlimitedQuota, clock);
    for (const answer of [refused, null]) outer.answered(answer);
    expect(heard).toEqual([refused, null]);
  });
});

describe('while the daily counter answers late', () => {
  const midnight = Date.parse('2026-01-03T00:00:00.000Z');

  /** A worker with ten calls a second. @param lateBy the delay of each claim */
  function slowWorld(lateBy: (claim: number) => number, start?: number, ofDay = 1_000) {
    const clock = virtualClock({ start });
    const { quota, claims, leftAt } = quotaOf(clock, ofDay, lateBy);
    const limiter = createTickLimiter(limiterAt(10, clock), quota, clock);
    const made: number[] = [];
    const call = async (within = 120_000) => {
      await limiter.acquire({ deadline: clock.now() + within, poll: randomUUID() });
      made.push(clock.now());
    };
    /** Lets time pass until the work is done. */
    const within = async (ms: number, work: Promise<unknown>) => {
      await clock.advance(ms);
      await work;
    };
    return { clock, limiter, claims, made, call, leftAt, within };
  }

  it('calls leave in the order of their claims, at once if none is before them', async () => {
    const { clock, limiter, made, call, within } = slowWorld(() => 300);
    await within(300, limiter.begin('1', 3));
    const start = clock.now();
    await within(2_000, Promise.all(Array.from({ length: 5 }, () => call())));
    expect(made.map((time) => time - start)).toEqual([0, 0, 0, 300, 300]);
  });

  it("a call beyond the day's limit is refused with its claim, without a turn", async () => {
    const { limiter, made, call, within } = slowWorld(() => 700, undefined, 0);
    await within(700, limiter.begin('1', 2));
    await within(700, expect(call()).rejects.toThrow(PlanExhausted));
    expect(made).toEqual([]);
  });

  it('a claim whose turn is refused or aborted goes to the next call, or to the next batch', async () => {
    const { clock, limiter, claims, made, call, leftAt, within } = slowWorld(() => 0);
    await limiter.begin('1', 0);
    const calls = Array.from({ length: 10 }, () => call());
    await within(0, expect(call(300)).rejects.toThrow(NoSlot));
    expect(claims).toHaveLength(11);
    const next = call();
    await clock.advance(0);
    expect(claims).toHaveLength(11);
    limiter.answered(refused);
    const outcomes = Promise.allSettled([...calls, next]);
    await within(2_000, outcomes);
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect(made).toHaveLength(8);
    await limiter.begin('2', 3);
    expect([claims.length, leftAt()]).toEqual([11, 989]);
  });

  it('a turn after midnight counts for the new day', async () => {
    const { limiter, claims, made, call, leftAt, within } = slowWorld(() => 0, midnight - 400);
    await limiter.begin('1', 10);
    await within(5_000, Promise.all(Array.from({ length: 10 }, () => call())));
    expect(claims).toEqual([10, 1, 1]);
    expect(made.filter((time) => time < midnight)).toHaveLength(8);
    expect(leftAt()).toBe(998);
  });

  it('a claim answered after midnight does not count for the new day', async () => {
    const { limiter, made, call, leftAt, within } = slowWorld(() => 2_000, midnight - 1_000);
    await within(2_000, limiter.begin('1', 4));
    await within(2_500, call());
    expect(made).toHaveLength(1);
    expect(leftAt()).toBe(999);
  });
});
