import { beforeEach, describe, expect, it } from 'vitest';
import { type DailyQuota, unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import { createTickLimiter, TickEnded } from '../../functions/rate/tick-limiter.ts';
import {
  DayKept,
  KeyRefused,
  NoSlot,
  PlanExhausted,
  RateLimited,
} from '../../functions/transfer/source-errors.ts';
import { limiterAt } from '../support/limiter-in-memory.ts';
import { type VirtualClock, virtualClock } from '../support/virtual-clock.ts';

let clock: VirtualClock;
beforeEach(() => {
  clock = virtualClock({ start: 0, passes: true });
});

function gateWith(quota: DailyQuota = unlimitedQuota) {
  return createTickLimiter(limiterAt(5, clock), quota, clock);
}

/** A day's quota that notes what is taken out of it and put back. */
function budgetOf(calls: number) {
  let left = calls;
  const claims: number[] = [];
  const quota: DailyQuota = {
    async claim(count, kept = 0) {
      claims.push(count);
      const claimed = Math.max(0, Math.min(count, left - kept));
      left -= claimed;
      return claimed;
    },
    async release(count) {
      left += count;
    },
    isSpent: async () => left <= 0,
  };
  return { quota, claims, left: () => left };
}
const refused = new KeyRefused('the key is refused', '');
const limits = { deadline: 2 * 86_400_000 };
/** The limits of a call by a poll that has made none yet. */
const firstCall = () => ({ ...limits, poll: {} });

describe('the limiter of a tick', () => {
  it('lets no call through once the tick has ended, also none that was waiting', async () => {
    const limiter = gateWith();
    const { signal } = await limiter.begin('1', 10);
    const calls = [1, 2, 3].map(() => limiter.acquire(firstCall()));
    limiter.answered(refused);
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(signal.reason).toBeInstanceOf(TickEnded);
    await limiter.begin('2', 10);
    await limiter.acquire(firstCall());
  });

  it('claims the calls of a batch at once, and each further one by itself', async () => {
    const { quota, claims } = budgetOf(3);
    const limiter = gateWith(quota);
    await limiter.begin('1', 2);
    for (let call = 0; call < 3; call += 1) await limiter.acquire(firstCall());
    expect(claims).toEqual([2, 1]);
    await expect(limiter.acquire(firstCall())).rejects.toThrow(PlanExhausted);
  });

  it('leaves the calls that other wallets need to their polls: a storm of one does not use up the day', async () => {
    const { quota, left } = budgetOf(20);
    const limiter = gateWith(quota);
    const [stormy, quiet] = [{}, {}];
    await limiter.begin('1', 2, 10);
    for (let page = 0; page < 9; page += 1) await limiter.acquire({ ...limits, poll: stormy });
    await expect(limiter.acquire({ ...limits, poll: stormy })).rejects.toThrow(DayKept);
    await expect(limiter.acquire({ ...limits, poll: stormy })).rejects.toThrow(NoSlot);
    await limiter.acquire({ ...limits, poll: quiet });
    expect(left()).toBe(10);
    for (let tick = 2; tick < 12; tick += 1) {
      await limiter.begin(String(tick), 1, 12 - tick);
      await limiter.acquire({ ...limits, poll: {} });
    }
    expect(left()).toBe(0);
    await limiter.begin('12', 1, 0);
    await expect(limiter.acquire({ ...limits, poll: {} })).rejects.toThrow(PlanExhausted);
  });

  it('keeps as many calls for others as the batch under way says, not the one before it', async () => {
    const limiter = gateWith(budgetOf(6).quota);
    await limiter.begin('1', 1, 6);
    const poll = {};
    await limiter.acquire({ ...limits, poll });
    await expect(limiter.acquire({ ...limits, poll })).rejects.toThrow(DayKept);
    await limiter.begin('2', 0, 2);
    await limiter.acquire({ ...limits, poll });
  });

  it('does not count a refused call: the next try is still the first of its poll', async () => {
    const limiter = gateWith(budgetOf(5).quota);
    await limiter.begin('1', 1, 5);
    const poll = {};
    await expect(limiter.acquire({ deadline: -1, poll })).rejects.toThrow(NoSlot);
    await limiter.acquire({ ...limits, poll });
  });

  it('lets the storm of a wallet that has the plan for itself use all of it', async () => {
    const limiter = gateWith(budgetOf(20).quota);
    const poll = {};
    await limiter.begin('1', 1, 0);
    for (let page = 0; page < 20; page += 1) await limiter.acquire({ ...limits, poll });
    await expect(limiter.acquire({ ...limits, poll })).rejects.toThrow(PlanExhausted);
  });

  it('makes the calls that the day has left, if they are fewer than the polls', async () => {
    const limiter = gateWith(budgetOf(3).quota);
    await limiter.begin('1', 50);
    for (let call = 0; call < 3; call += 1) await limiter.acquire(firstCall());
    await expect(limiter.acquire(firstCall())).rejects.toThrow(PlanExhausted);
  });

  it('gives calls back that were not made, once', async () => {
    const { quota, left } = budgetOf(100);
    const limiter = gateWith(quota);
    await limiter.begin('1', 50);
    await limiter.acquire(firstCall());
    limiter.answered(refused);
    await limiter.end();
    await limiter.end();
    expect(left()).toBe(99);
    await limiter.begin('1', 50);
    await limiter.end();
    expect(left()).toBe(99);
  });

  it('gives calls back once, even if the answer to that was lost', async () => {
    const { quota, left } = budgetOf(100);
    const release: DailyQuota['release'] = async (...calls) => {
      await quota.release(...calls);
      throw new Error('the answer was lost');
    };
    const limiter = gateWith({ ...quota, release });
    await limiter.begin('1', 50);
    await limiter.acquire(limits);
    await expect(limiter.end()).rejects.toThrow('the answer was lost');
    await limiter.end();
    expect(left()).toBe(99);
  });

  it('makes no call after midnight that was claimed from the day before', async () => {
    const { quota, claims } = budgetOf(100);
    const limiter = gateWith(quota);
    clock.set(86_400_000 - 300);
    await limiter.begin('1', 6);
    await Promise.all(Array.from({ length: 6 }, () => limiter.acquire(firstCall())));
    // Four at -300 ms of the new day, and two at its beginning.
    expect(claims).toEqual([6, 1, 1]);
  });

  it('forgets after midnight what the day before has left', async () => {
    const { quota, claims } = budgetOf(100);
    const given: number[] = [];
    const limiter = gateWith({ ...quota, release: async (calls) => void given.push(calls) });
    await limiter.begin('1', 3);
    clock.set(86_400_000);
    await limiter.acquire(firstCall());
    expect(claims).toEqual([3, 1]);
    clock.set(0);
    await limiter.begin('2', 3);
    clock.set(86_400_000);
    await limiter.begin('3', 1);
    for (let call = 0; call < 2; call += 1) await limiter.acquire(firstCall());
    expect(claims).toEqual([3, 1, 3, 1, 1]);
    clock.set(0);
    await limiter.begin('4', 3);
    clock.set(86_400_000);
    await limiter.end();
    expect(given).toEqual([]);
  });

  it('claims nothing for a further message of a tick that has ended, and ends its waits at once', async () => {
    const { quota, claims } = budgetOf(100);
    const limiter = gateWith(quota);
    await limiter.begin('1', 50);
    limiter.answered(refused);
    const { signal } = await limiter.begin('1', 50);
    expect(signal.reason).toMatchObject({ name: 'TickEnded', message: 'the key is refused' });
    await expect(limiter.acquire(firstCall())).rejects.toThrow(TickEnded);
    expect(claims).toEqual([50]);
  });

  it('says so if calls could not be given back', async () => {
    const { quota } = budgetOf(100);
    const release = () => Promise.reject(new Error('no such table'));
    const limiter = gateWith({ ...quota, release });
    await limiter.begin('1', 2);
    await limiter.acquire(firstCall());
    await expect(limiter.end()).rejects.toThrow('no such table');
  });

  it('takes a call of no poll, such as a coin lookup, from the calls that other polls leave', async () => {
    const { quota } = budgetOf(11);
    const limiter = gateWith(quota);
    await limiter.begin('1', 1, 10);
    await expect(limiter.acquire(limits)).rejects.toThrow(DayKept);
    await limiter.acquire(firstCall());
  });

  it('gives nothing back if all calls were used', async () => {
    const { quota } = budgetOf(100);
    const given: number[] = [];
    const limiter = gateWith({ ...quota, release: async (calls) => void given.push(calls) });
    await limiter.begin('1', 1);
    await limiter.acquire(firstCall());
    await limiter.end();
    expect(given).toEqual([]);
  });

  it("passes the API's answers on to the inner limiter", () => {
    const heard: unknown[] = [];
    const inner = { acquire: async () => {}, answered: (fault: unknown) => void heard.push(fault) };
    const limiter = createTickLimiter(inner, unlimitedQuota, clock);
    limiter.answered(refused);
    limiter.answered(null);
    expect(heard).toEqual([refused, null]);
  });

  it('stays silent after a 429 without Retry-After until the next tick, not merely the next message', async () => {
    const limiter = gateWith();
    await limiter.begin('1', 10);
    limiter.answered(new RateLimited('too many calls', null));
    await limiter.begin('1', 10);
    await expect(limiter.acquire(firstCall())).rejects.toThrow(TickEnded);
    await limiter.begin('2', 10);
    await limiter.acquire(firstCall());
  });
});

describe('while the count of the day answers late', () => {
  const day = 86_400_000;

  /** A worker of ten calls a second, every call of which is claimed by itself. `lateBy` is asked at each claim. */
  function slowWorld(lateBy: (claim: number) => number, start?: number) {
    const slow = virtualClock({ start });
    const left = new Map<number, number>();
    const today = () => Math.floor(slow.now() / day);
    const claims: number[] = [];
    const leftOn = (of: number) => left.get(of) ?? 1_000;
    const quota: DailyQuota = {
      async claim(count) {
        const from = today();
        claims.push(count);
        const late = lateBy(claims.length);
        if (late > 0) await slow.sleep(late);
        const claimed = count > 10 ? 0 : Math.min(count, leftOn(from));
        left.set(from, leftOn(from) - claimed);
        return claimed;
      },
      async release(count, claimedAt) {
        const from = Math.floor(claimedAt / day);
        left.set(from, leftOn(from) + count);
      },
      isSpent: async () => leftOn(today()) <= 0,
    };
    const limiter = createTickLimiter(limiterAt(10, slow), quota, slow);
    const made: number[] = [];
    const call = async (within = 120_000) => {
      await limiter.acquire({ deadline: slow.now() + within, poll: {} });
      made.push(slow.now());
    };
    const spend = (of: number) => left.set(of, 0);
    return { slow, limiter, claims, made, call, leftOn, spend, today };
  }

  /** The most calls that left within any four seconds. */
  function maxInFourSeconds(times: readonly number[]): number {
    return Math.max(...times.map((end) => times.filter((time) => time <= end && time > end - 4_000).length));
  }

  it('calls leave at the pace of the plan', async () => {
    const { slow, limiter, made, call } = slowWorld((claim) => (claim * 7_919) % 5_000);
    const begun = limiter.begin('1', 50);
    await slow.advance(5_000);
    await begun;
    const calls = Array.from({ length: 120 }, () => call());
    await slow.advance(60_000);
    await Promise.all(calls);
    expect(made).toHaveLength(120);
    expect(maxInFourSeconds(made)).toBeLessThanOrEqual(40);
  });

  it('calls leave in the order in which they were claimed, at once if none is before them', async () => {
    const { slow, limiter, made, call } = slowWorld(() => 300);
    const begun = limiter.begin('1', 3);
    await slow.advance(300);
    await begun;
    const start = slow.now();
    const calls = Array.from({ length: 5 }, () => call());
    await slow.advance(2_000);
    await Promise.all(calls);
    expect(made.map((time) => time - start)).toEqual([0, 0, 0, 300, 300]);
  });

  it('a call beyond the day is refused when the claim is, without a turn', async () => {
    const { slow, limiter, made, call, spend, today } = slowWorld(() => 700);
    spend(today());
    const begun = limiter.begin('1', 2);
    await slow.advance(700);
    await begun;
    const refusal = expect(call()).rejects.toThrow(PlanExhausted);
    await slow.advance(700);
    await refusal;
    expect(made).toEqual([]);
  });

  it('a claim whose turn is refused or given up is the next one’s, and goes back to the day at the end', async () => {
    const { slow, limiter, claims, made, call, leftOn, today } = slowWorld(() => 0);
    await limiter.begin('1', 50); // more than a claim may have: each call for itself
    const calls = Array.from({ length: 10 }, () => call());
    const refusal = expect(call(300)).rejects.toThrow(NoSlot);
    await slow.advance(0);
    await refusal;
    expect(claims).toHaveLength(12);
    const next = call();
    await slow.advance(0);
    expect(claims).toHaveLength(12);
    limiter.answered(refused);
    const outcomes = Promise.allSettled([...calls, next]);
    await slow.advance(2_000);
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect(made).toHaveLength(8);
    const settled = limiter.end();
    await slow.advance(1_000);
    await settled;
    expect(leftOn(today())).toBe(992);
  });

  it('a turn that comes after midnight is the new day’s', async () => {
    const midnight = Date.parse('2026-01-03T00:00:00.000Z');
    const { slow, limiter, claims, made, call, leftOn, today } = slowWorld(() => 0, midnight - 400);
    await limiter.begin('1', 10);
    const calls = Array.from({ length: 10 }, () => call());
    await slow.advance(5_000);
    await Promise.all(calls);
    expect(claims).toEqual([10, 1, 1]);
    expect(made.filter((time) => time < midnight)).toHaveLength(8);
    expect(maxInFourSeconds(made)).toBe(10);
    await limiter.end();
    expect(leftOn(today())).toBe(998);
  });

  it('a claim that is answered after midnight is not spent on the new day', async () => {
    const midnight = Date.parse('2026-01-03T00:00:00.000Z');
    const { slow, limiter, made, call, leftOn, today } = slowWorld(() => 2_000, midnight - 1_000);
    const begun = limiter.begin('1', 4);
    await slow.advance(2_000);
    await begun;
    const one = call();
    await slow.advance(2_500);
    await one;
    expect(made).toHaveLength(1);
    await limiter.end();
    expect(leftOn(today())).toBe(999);
  });
});
