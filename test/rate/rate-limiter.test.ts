import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callWindows, openFor } from '../../functions/rate/call-windows.ts';
import { createRateLimiter } from '../../functions/rate/rate-limiter.ts';
import type { SharedCounter } from '../../functions/rate/shared-counter.ts';
import type { RateLimiter } from '../../functions/transfer/source.ts';
import { NoSlot } from '../../functions/transfer/source-errors.ts';
import { failureOf } from '../api/test-api.ts';
import { counters, turnsAt } from '../support/fakes/limiter-in-memory.ts';
import { mostInFourSeconds } from '../support/most-in-four-seconds.ts';
import { type VirtualClock, virtualClock } from '../support/virtual-clock.ts';

const windows = callWindows(10);

/** Begins with a window. Ten calls a second make windows of one second with eight calls; one call a second makes a window of 1.25 s with one call. */
function limiterWith(callsPerSecond: number) {
  const clock = virtualClock({ passes: true });
  const start = clock.now();
  const acquire = turnsAt(callsPerSecond, clock);
  /** The times at which calls leave that ask together. */
  const leave = (count: number, deadline = 60_000) => leaving(acquire, clock, count, start, deadline);
  return { clock, start, acquire, leave };
}

function leaving(
  acquire: RateLimiter['acquire'],
  clock: VirtualClock,
  count: number,
  start = clock.now(),
  deadline = 60_000,
): Promise<number[]> {
  const call = async () => {
    await acquire({ deadline: start + deadline });
    return clock.now() - start;
  };
  return Promise.all(Array.from({ length: count }, call));
}

/** Claims that take this long, by number. */
function answeringLate(
  counter: SharedCounter,
  clock: VirtualClock,
  late: (claim: number) => number,
): SharedCounter {
  let claims = 0;
  return {
    async take(...of) {
      claims += 1;
      const taken = await counter.take(...of);
      const wait = late(claims);
      if (wait > 0) await clock.sleep(wait);
      return taken;
    },
  };
}

/** The limiter of a worker whose claims take this long. */
function lateLimiter(clock: VirtualClock, late: (claim: number) => number) {
  return createRateLimiter({ windows, counter: answeringLate(counters(clock)(), clock, late), clock });
}

describe('calls through the limiter', () => {
  it('leave together, as many as a window holds, and the others in the next ones', async () => {
    const times = await limiterWith(10).leave(20);
    expect(times).toEqual([...Array(8).fill(0), ...Array(8).fill(1_000), ...Array(4).fill(2_000)]);
  });

  it('leave at once while their window is open, and at the beginning of the next one after that', async () => {
    const { clock, start, leave } = limiterWith(10);
    clock.set(start + openFor);
    expect(await leave(1)).toEqual([openFor]);
    clock.set(start + openFor + 1);
    expect(await leave(1)).toEqual([1_000]);
  });

  it("take no turn again that a worker has whose clock is ahead, even if it has the next minute's", async () => {
    const clock = virtualClock();
    const counterOf = counters(clock);
    const [ahead, behind] = [300, 0].map((skew) =>
      createRateLimiter({
        windows: callWindows(1),
        counter: counterOf(),
        clock: { ...clock, now: () => clock.now() + skew },
      }),
    );
    await clock.advance(1_249 - (clock.now() % 1_250));
    const limits = { deadline: clock.now() + 90_000 };
    const calls = Array.from({ length: 60 }, () => ahead?.(limits).catch(() => {}));
    await clock.advance(0);
    const refused = failureOf(behind?.(limits) ?? Promise.resolve());
    await clock.advance(90_000);
    expect(await refused).toBeInstanceOf(NoSlot);
    await Promise.all(calls);
  });

  it('take their turns with one write if they ask together', async () => {
    const clock = virtualClock({ passes: true });
    const inner = counters(clock)();
    const counts: number[] = [];
    const counter: SharedCounter = {
      take(name, of) {
        counts.push(of.count);
        return inner.take(name, of);
      },
    };
    await leaving(createRateLimiter({ windows, counter, clock }), clock, 5);
    expect(counts).toEqual([5]);
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
          const counterOf = counters(clock);
          const left: number[] = [];
          const ends: Promise<unknown>[] = [];
          const workers = skews.map((skew) =>
            createRateLimiter({
              windows: callWindows(callsPerSecond),
              counter: answeringLate(counterOf(), clock, (n) => lags[n % lags.length] ?? 0),
              clock: { ...clock, now: () => clock.now() + skew },
            }),
          );
          for (const [n, { pause, calls }] of steps.entries()) {
            const worker = workers[n % workers.length];
            for (let call = 0; call < calls; call += 1) {
              const leaves = worker?.({ deadline: clock.now() + 20_000 });
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
      { numRuns: 50 },
    );
  });

  it('do not wait because of slow answers long ago', async () => {
    const clock = virtualClock();
    const acquire = lateLimiter(clock, (claim) => (claim < 3 ? 3_000 : 0));
    const first = leaving(acquire, clock, 1);
    await clock.advance(30_000);
    await first;
    const next = leaving(acquire, clock, 1);
    await clock.advance(0);
    expect(await next).toEqual([0]);
  });

  it.each([
    ['is over before they ask', 0, -1],
    ['ends before the turn after the one that waits', 2, 1_200],
    ['ends before the turn after all that wait', 3, 3_700],
  ])('are refused at once, without taking a place, if their time %s', async (_, waiting, deadline) => {
    const { clock, start, leave } = limiterWith(1);
    const others = leave(waiting);
    expect(await failureOf(leave(1, deadline))).toBeInstanceOf(NoSlot);
    expect(clock.now()).toBe(start);
    expect(await others).toEqual([0, 1_250, 2_500].slice(0, waiting));
  });

  it('do not start after the deadline if the wait took too long', async () => {
    const { clock, start, leave } = limiterWith(1);
    await leave(1);
    const late = failureOf(leave(1, 1_500));
    clock.set(start + 2_000);
    expect(String(await late)).toContain('raise callsPerSecond');
  });

  it('do not start if the deadline passed during the claim', async () => {
    const clock = virtualClock();
    const acquire = lateLimiter(clock, () => 600);
    const late = failureOf(leaving(acquire, clock, 1, clock.now(), 500));
    const other = leaving(acquire, clock, 1);
    await clock.advance(600);
    expect(await late).toBeInstanceOf(NoSlot);
    await other;
  });

  it("fail with an abort's reason, and let the next call through", async () => {
    const clock = virtualClock({ passes: true });
    const acquire = turnsAt(1, clock);
    const limits = { deadline: clock.now() + 60_000 };
    await acquire(limits);
    const stop = new AbortController();
    const stopped = failureOf(acquire({ ...limits, signal: stop.signal }));
    const next = acquire(limits);
    stop.abort(new Error('shutting down'));
    expect(await stopped).toMatchObject({ message: 'shutting down' });
    await next;
    const again = acquire({ ...limits, signal: stop.signal });
    expect(await failureOf(again)).toMatchObject({ message: 'shutting down' });
  });

  it('leave no timer if they are aborted', async () => {
    const clock = virtualClock();
    const acquire = turnsAt(1, clock);
    const stop = new AbortController();
    const limits = { deadline: clock.now() + 60_000, signal: stop.signal };
    const made = acquire(limits);
    const calls = [1, 2].map(() => failureOf(acquire(limits)));
    await clock.advance(10);
    await made;
    expect(clock.sleepers()).toBe(2);
    stop.abort(new Error('the tick has ended'));
    await Promise.all(calls);
    expect(clock.sleepers()).toBe(0);
  });

  it('continue when the clock is set back', async () => {
    const { clock, acquire } = limiterWith(10);
    await leaving(acquire, clock, 9, clock.now(), Number.POSITIVE_INFINITY);
    clock.set(clock.now() - 3_600_000);
    expect(Math.max(...(await leaving(acquire, clock, 9, clock.now(), 2_000)))).toBe(1_000);
  });

  it("leave in the order in which they ask: a storm's pages delay a poll by one turn", async () => {
    const { leave } = limiterWith(1);
    const order: string[] = [];
    const call = async (name: string) => order.push(`${name} ${await leave(1)}`);
    const storm = (async () => {
      for (let page = 1; page < 4; page += 1) await call('page');
    })();
    await Promise.all([storm, call('poll'), call('poll')]);
    expect(order).toEqual(['page 0', 'poll 1250', 'poll 2500', 'page 3750', 'page 5000']);
  });

  it('fail if the claim fails, and the next call makes a new claim', async () => {
    const clock = virtualClock({ passes: true });
    const { take } = counters(clock)();
    let fails = true;
    const counter: SharedCounter = {
      async take(...of) {
        if (fails) throw new Error('the table is throttled');
        return take(...of);
      },
    };
    const acquire = createRateLimiter({ windows, counter, clock });
    const both = [1, 2].map(() => failureOf(leaving(acquire, clock, 1)));
    for (const failed of both) expect(await failed).toMatchObject({ message: 'the table is throttled' });
    fails = false;
    await leaving(acquire, clock, 1);
  });
});
