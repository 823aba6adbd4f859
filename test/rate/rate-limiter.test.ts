import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callWindows, openFor } from '../../functions/rate/call-windows.ts';
import { createRateLimiter, type PacedRateLimiter } from '../../functions/rate/rate-limiter.ts';
import type { CallPurpose, WindowTable } from '../../functions/rate/window-table.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { NoSlot, RateLimited } from '../../functions/transfer/source-errors.ts';
import { failureOf } from '../api/test-api.ts';
import { type VirtualClock, virtualClock } from '../support/virtual-clock.ts';
import { limiterAt, windowsInMemory } from '../support/windows-in-memory.ts';

/** A limiter whose calls are the first of their polls, unless told otherwise. */
function ofPolls(limiter: PacedRateLimiter): PacedRateLimiter {
  return { ...limiter, acquire: (limits, purpose = 'poll') => limiter.acquire(limits, purpose) };
}

/** Begins with a window. Ten calls a second are windows of a second with eight calls, one is a call in 1.25 s. */
function limiterWith(callsPerSecond: number) {
  const clock = virtualClock({ passes: true });
  const start = clock.now();
  const limiter = ofPolls(limiterAt(callsPerSecond, clock));
  return { clock, start, limiter, in60s: { deadline: start + 60_000 } };
}

/** Claims take that long, by number. */
function answeringLate(
  table: WindowTable,
  clock: VirtualClock,
  late: (claim: number) => number,
): WindowTable {
  let claims = 0;
  return {
    async claim(...of) {
      claims += 1;
      const claimed = await table.claim(...of);
      await clock.sleep(late(claims));
      return claimed;
    },
  };
}

/** The most calls that left within any four seconds. */
function mostInFourSeconds(times: readonly number[]): number {
  return Math.max(0, ...times.map((end) => times.filter((time) => time <= end && time > end - 4_000).length));
}

describe('calls through the limiter', () => {
  it('leave together, as many as a window holds, and the others in the next ones', async () => {
    const { clock, start, limiter, in60s } = limiterWith(10);
    const times = await Promise.all(
      Array.from({ length: 20 }, async () => {
        await limiter.acquire(in60s);
        return clock.now() - start;
      }),
    );
    expect(times).toEqual([...Array(8).fill(0), ...Array(8).fill(1_000), ...Array(4).fill(2_000)]);
  });

  it('leave at once while their window is open, and at the beginning of the next one after that', async () => {
    const { clock, start, limiter, in60s } = limiterWith(10);
    clock.set(start + openFor);
    await limiter.acquire(in60s);
    expect(clock.slept).toEqual([]);
    clock.set(start + openFor + 1);
    await limiter.acquire(in60s);
    expect(clock.now()).toBe(start + 1_000);
  });

  it('that are no first calls of polls have half of a window', async () => {
    const { clock, start, limiter, in60s } = limiterWith(10);
    const times: number[] = [];
    const call = async (purpose: CallPurpose) => {
      await limiter.acquire(in60s, purpose);
      times.push(clock.now() - start);
    };
    await Promise.all([...Array(6).fill('further'), ...Array(3).fill('poll')].map(call));
    expect(times.toSorted()).toEqual([...Array(7).fill(0), 1_000, 1_000]);
    clock.set(start + 5_000);
    await Promise.all(Array(8).fill('poll').map(call));
    expect(times.slice(9)).toEqual(Array(8).fill(5_000));
  });

  it('of another worker leave what room there is: as many go as fit, the others with the next window', async () => {
    const clock = virtualClock({ passes: true });
    const start = clock.now();
    const windows = callWindows(10);
    const table = windowsInMemory(windows);
    await table.claim(start / 1_000, 5, 'poll');
    const limiter = ofPolls(createRateLimiter({ windows, table, clock }));
    const times: number[] = [];
    await Promise.all(
      Array.from({ length: 7 }, async () => {
        await limiter.acquire({ deadline: start + 10_000 });
        times.push(clock.now() - start);
      }),
    );
    expect(times).toEqual([0, 0, ...Array(5).fill(1_000)]);
  });

  it('never pass the plan in any four seconds: many workers, clocks apart, slow answers, pauses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0.5, 1, 2, 2.5, 3, 7, 10, 33),
        fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.record({ pause: fc.nat({ max: 2_500 }), calls: fc.integer({ min: 1, max: 12 }) }), {
          minLength: 2,
          maxLength: 12,
        }),
        fc.array(fc.nat({ max: 2_500 }), { minLength: 1, maxLength: 7 }),
        async (callsPerSecond, skews, steps, lags) => {
          const clock = virtualClock();
          const windows = callWindows(callsPerSecond);
          const table = answeringLate(windowsInMemory(windows), clock, (n) => lags[n % lags.length] ?? 0);
          const left: number[] = [];
          const ends: Promise<unknown>[] = [];
          const workers = skews.map((skew) =>
            createRateLimiter({ windows, table, clock: { ...clock, now: () => clock.now() + skew } }),
          );
          for (const [n, { pause, calls }] of steps.entries()) {
            const worker = workers[n % workers.length];
            for (let call = 0; call < calls; call += 1) {
              const purpose = call * 2 < calls ? 'poll' : 'further';
              const leaves = worker?.acquire({ deadline: clock.now() + 20_000 }, purpose);
              ends.push(Promise.allSettled([leaves?.then(() => left.push(clock.now()))]));
            }
            await clock.advance(pause);
          }
          await clock.advance(40_000);
          await Promise.all(ends);
          expect(left.length).toBeGreaterThan(0);
          expect(mostInFourSeconds(left)).toBeLessThanOrEqual(Math.floor(4 * callsPerSecond));
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['two seconds', () => 2_000],
    ['nine seconds', () => 9_000],
    ['now this long and now that', (claim: number) => (claim * 7_919) % 5_000],
  ])('leave within their window also where each claim takes %s', async (_name, late) => {
    const clock = virtualClock();
    const windows = callWindows(10);
    const table = answeringLate(windowsInMemory(windows), clock, late);
    const limiter = ofPolls(createRateLimiter({ windows, table, clock }));
    const left: number[] = [];
    const calls = Array.from({ length: 20 }, async () => {
      await limiter.acquire({ deadline: clock.now() + 600_000 });
      left.push(clock.now());
    });
    await clock.advance(300_000);
    await Promise.all(calls);
    expect(left.every((time) => time % 1_000 <= openFor)).toBe(true);
    expect(mostInFourSeconds(left)).toBeLessThanOrEqual(40);
  });

  it('do not wait for slow answers of long ago', async () => {
    const clock = virtualClock();
    const windows = callWindows(10);
    const table = answeringLate(windowsInMemory(windows), clock, (claim) => (claim < 4 ? 3_000 : 0));
    const limiter = createRateLimiter({ windows, table, clock });
    const call = () => limiter.acquire({ deadline: clock.now() + 60_000 });
    const first = call();
    await clock.advance(30_000);
    await first;
    const before = clock.now();
    const next = call();
    await clock.advance(0);
    await next;
    expect(clock.now()).toBe(before);
  });

  it('do not leave behind their window where the process was busy: they take another', async () => {
    const clock = virtualClock();
    let busyUntil = 0;
    const busy = { ...clock, sleep: (ms: number) => clock.sleep(Math.max(ms, busyUntil - clock.now())) };
    const limiter = limiterAt(10, busy);
    const left: number[] = [];
    const call = async (next: boolean) => {
      await limiter.acquire({ deadline: clock.now() + 60_000, next }, next ? 'further' : 'poll');
      left.push(clock.now());
    };
    await clock.advance(750);
    busyUntil = clock.now() + 3_100;
    const calls = Array.from({ length: 12 }, (_, n) => call(n % 4 === 0));
    await clock.advance(10_000);
    await Promise.all(calls);
    expect(left.every((time) => time % 1_000 <= openFor)).toBe(true);
    expect(mostInFourSeconds(left)).toBe(12);
  });

  it('save up nothing in idle time', async () => {
    const { clock, start, limiter, in60s } = limiterWith(1);
    clock.set(start + 30_000);
    const times = await Promise.all(
      [limiter.acquire(in60s), limiter.acquire(in60s)].map(async (call) => {
        await call;
        return clock.now() - start;
      }),
    );
    expect(times).toEqual([30_000, 31_250]);
  });

  it('are refused at once where the wait would pass the deadline, and take no place', async () => {
    const { clock, start, limiter, in60s } = limiterWith(1);
    await limiter.acquire(in60s);
    const waiting = limiter.acquire(in60s);
    expect(await failureOf(limiter.acquire({ deadline: start + 1_200 }))).toBeInstanceOf(NoSlot);
    expect(clock.now()).toBe(start);
    await waiting;
    expect(clock.now() - start).toBe(1_250);
  });

  it('count those that wait already when they look at the deadline', async () => {
    const { clock, start, limiter, in60s } = limiterWith(1);
    const waiting = [limiter.acquire(in60s), limiter.acquire(in60s), limiter.acquire(in60s)];
    expect(await failureOf(limiter.acquire({ deadline: start + 3_700 }))).toBeInstanceOf(NoSlot);
    expect(clock.now()).toBe(start);
    await Promise.all(waiting);
  });

  it('are not begun after the deadline: before it nobody waited, or the wait took longer than meant', async () => {
    const { clock, start, limiter, in60s } = limiterWith(1);
    expect(await failureOf(limiter.acquire({ deadline: start - 1 }))).toBeInstanceOf(NoSlot);
    await limiter.acquire(in60s);
    const late = failureOf(limiter.acquire({ deadline: start + 1_500 }));
    clock.set(clock.now() + 2_000);
    expect(await late).toBeInstanceOf(NoSlot);
  });

  it('are not begun where the deadline passed while they were claimed', async () => {
    const clock = virtualClock();
    const windows = callWindows(10);
    const table = answeringLate(windowsInMemory(windows), clock, () => 600);
    const limiter = ofPolls(createRateLimiter({ windows, table, clock }));
    const late = failureOf(limiter.acquire({ deadline: clock.now() + 500 }));
    const other = limiter.acquire({ deadline: clock.now() + 5_000 });
    await clock.advance(600);
    expect(await late).toBeInstanceOf(NoSlot);
    await other;
  });

  it('end with the reason of an abort, and let the next one through', async () => {
    const limiter = ofPolls(limiterAt(10, systemClock));
    const limits = { deadline: Date.now() + 5_000 };
    for (let call = 0; call < 8; call += 1) await limiter.acquire(limits);
    const stop = new AbortController();
    const stopped = failureOf(limiter.acquire({ ...limits, signal: stop.signal }));
    const next = limiter.acquire(limits);
    stop.abort(new Error('shutting down'));
    expect(await stopped).toMatchObject({ message: 'shutting down' });
    await next;
    const again = limiter.acquire({ ...limits, signal: stop.signal });
    expect(await failureOf(again)).toMatchObject({ message: 'shutting down' });
  });

  it('that are given up leave no timer behind', async () => {
    const clock = virtualClock();
    const limiter = limiterAt(1, clock);
    const stop = new AbortController();
    const limits = { deadline: clock.now() + 60_000, signal: stop.signal };
    const made = limiter.acquire(limits);
    const calls = [1, 2].map(() => failureOf(limiter.acquire(limits)));
    await clock.advance(10);
    await made;
    expect(clock.sleepers()).toBe(1);
    stop.abort(new Error('the tick has ended'));
    await Promise.all(calls);
    expect(clock.sleepers()).toBe(0);
  });

  it('go on when the clock is set back', async () => {
    const { clock, limiter } = limiterWith(10);
    const first = Array.from({ length: 9 }, () => limiter.acquire({ deadline: Number.POSITIVE_INFINITY }));
    await Promise.all(first);
    clock.set(clock.now() - 3_600_000);
    const before = clock.now();
    for (let call = 0; call < 9; call += 1) await limiter.acquire({ deadline: before + 2_000 });
    expect(clock.now() - before).toBe(1_000);
  });

  it('that can not wait go before those that do, pages and retries, and beside polls', async () => {
    const { clock, start, limiter, in60s } = limiterWith(1);
    const order: string[] = [];
    const call = async (name: string, next = false) => {
      await limiter.acquire({ ...in60s, next }, name === 'poll' ? 'poll' : 'further');
      order.push(`${name} ${clock.now() - start}`);
    };
    await call('poll');
    await Promise.all([call('page'), call('retry'), call('coin', true), call('coin', true)]);
    expect(order).toEqual(['poll 0', 'coin 1250', 'coin 2500', 'page 3750', 'retry 5000']);
  });

  it('are refused with what to change where the plan is too slow', async () => {
    const { start, limiter } = limiterWith(4);
    await expect(limiter.acquire({ deadline: start - 1 })).rejects.toThrow('raise callsPerSecond');
  });

  it('fail where the claim does, and the next one is tried anew', async () => {
    const clock = virtualClock({ passes: true });
    const windows = callWindows(10);
    const { claim } = windowsInMemory(windows);
    let fails = true;
    const table: WindowTable = {
      async claim(...of) {
        if (fails) throw new Error('the table is throttled');
        return claim(...of);
      },
    };
    const limiter = createRateLimiter({ windows, table, clock });
    const limits = { deadline: clock.now() + 60_000 };
    const both = [failureOf(limiter.acquire(limits)), failureOf(limiter.acquire(limits))];
    for (const failed of both) expect(await failed).toMatchObject({ message: 'the table is throttled' });
    fails = false;
    await limiter.acquire(limits);
  });
});

describe('after a 429', () => {
  it('calls wait until Retry-After is over', async () => {
    const { clock, start, limiter, in60s } = limiterWith(10);
    limiter.rateLimited(7);
    await limiter.acquire(in60s);
    expect(clock.now() - start).toBe(7_000);
  });

  it('calls whose time ends before Retry-After does are refused at once, with the seconds left', async () => {
    const { clock, start, limiter } = limiterWith(10);
    limiter.rateLimited(30);
    clock.set(clock.now() + 10_000);
    const refusal = await failureOf(limiter.acquire({ deadline: start + 29_000 }));
    expect(refusal).toMatchObject({ name: 'RateLimited', retryAfterSeconds: 20 });
    expect(clock.slept).toEqual([]);
  });

  it('a shorter Retry-After does not undo a longer one', async () => {
    const { clock, start, limiter, in60s } = limiterWith(10);
    limiter.rateLimited(30);
    limiter.rateLimited(2);
    await limiter.acquire(in60s);
    expect(clock.now() - start).toBe(30_000);
  });

  it('a refusal says how long the silence lasts, or that the next tick ends it', async () => {
    const { start, limiter } = limiterWith(10);
    limiter.rateLimited(30);
    const soon = { deadline: start + 1_000 };
    await expect(limiter.acquire(soon)).rejects.toThrow('no call for another 30 s');
    limiter.rateLimited(null);
    await expect(limiter.acquire(soon)).rejects.toThrow('no call until the next tick');
  });

  it.each([600, null])('calls that wait are refused, also those that had claimed: %s', async (retryAfter) => {
    const { clock, start, limiter, in60s } = limiterWith(1);
    const claimed = failureOf(limiter.acquire(in60s));
    const waiting = failureOf(limiter.acquire(in60s));
    limiter.rateLimited(retryAfter);
    for (const refused of [claimed, waiting])
      expect(await refused).toMatchObject({ name: 'RateLimited', retryAfterSeconds: retryAfter });
    expect(clock.now()).toBe(start);
  });

  it('a next tick does not shorten a Retry-After', async () => {
    const { start, limiter } = limiterWith(10);
    limiter.rateLimited(30);
    limiter.nextTick();
    expect(await failureOf(limiter.acquire({ deadline: start + 10_000 }))).toBeInstanceOf(RateLimited);
  });

  it('without Retry-After there is silence until the next tick, however far the deadline', async () => {
    const { clock, start, limiter } = limiterWith(10);
    limiter.rateLimited(null);
    clock.set(clock.now() + 3_600_000);
    for (const deadline of [start + 1e12, Number.POSITIVE_INFINITY]) {
      const refusal = await failureOf(limiter.acquire({ deadline }));
      expect(refusal).toMatchObject({ name: 'RateLimited', retryAfterSeconds: null });
    }
    limiter.nextTick();
    await limiter.acquire({ deadline: clock.now() });
  });

  it('calls that were waiting do not wait out a Retry-After beyond their deadline', async () => {
    const { clock, start, limiter, in60s } = limiterWith(1);
    await limiter.acquire(in60s);
    const waiting = failureOf(limiter.acquire(in60s));
    await Promise.resolve();
    clock.set(start + 10);
    limiter.rateLimited(600);
    expect(await waiting).toMatchObject({ name: 'RateLimited' });
  });
});
