import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../functions/rate/rate-limiter.ts';
import { paceWithin, shareCalls } from '../../functions/rate/share-calls.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { NoSlot, RateLimited } from '../../functions/transfer/source-errors.ts';
import { failureOf } from '../api/test-api.ts';
import { virtualClock } from '../support/virtual-clock.ts';

function gateAt(callsPerSecond: number) {
  const clock = virtualClock({ passes: true });
  const start = clock.now();
  const limiter = createRateLimiter({ callsPerSecond, clock });
  const in60s = { deadline: start + 60_000 };
  return { clock, start, limiter, in60s };
}

describe('calls through the limiter', () => {
  it('are spaced evenly, the first at once', async () => {
    const { clock, start, limiter, in60s } = gateAt(10);
    const times: number[] = [];
    for (let call = 0; call < 4; call += 1) {
      await limiter.acquire(in60s);
      times.push(clock.now() - start);
    }
    expect(times).toEqual([0, 100, 200, 300]);
  });

  it('are spaced also when they come together', async () => {
    const { clock, start, limiter, in60s } = gateAt(10);
    const times: [string, number][] = [];
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        await limiter.acquire(in60s);
        times.push([name, clock.now() - start]);
      }),
    );
    expect(times).toEqual([
      ['a', 0],
      ['b', 100],
      ['c', 200],
    ]);
  });

  it('save up nothing in idle time: no burst follows it', async () => {
    const { clock, limiter, in60s } = gateAt(10);
    await limiter.acquire(in60s);
    clock.set(clock.now() + 10_000);
    const resumed = clock.now();
    await limiter.acquire(in60s);
    await limiter.acquire(in60s);
    expect(clock.now() - resumed).toBe(100);
  });

  it('never exceed the share over any window, whatever the pauses between them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.2, max: 90, noNaN: true }),
        fc.array(fc.nat({ max: 3000 }), { minLength: 2, maxLength: 40 }),
        async (callsPerSecond, pauses) => {
          const { clock, limiter } = gateAt(callsPerSecond);
          const times: number[] = [];
          for (const pause of pauses) {
            clock.set(clock.now() + pause);
            await limiter.acquire({ deadline: Number.POSITIVE_INFINITY });
            times.push(clock.now());
          }
          for (let i = 1; i < times.length; i += 1) {
            expect((times[i] ?? 0) - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(1000 / callsPerSecond);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('are refused at once where the wait would pass the deadline, and cost no turn', async () => {
    const { clock, start, limiter, in60s } = gateAt(1);
    await limiter.acquire(in60s);
    const refusal = await failureOf(limiter.acquire({ deadline: start + 500 }));
    expect(refusal).toBeInstanceOf(NoSlot);
    expect(clock.slept).toEqual([]);
    await limiter.acquire(in60s);
    expect(clock.now() - start).toBe(1000);
  });

  it('count those that wait already when they look at the deadline', async () => {
    const { clock, start, limiter, in60s } = gateAt(1);
    await limiter.acquire(in60s);
    const waiting = [limiter.acquire(in60s), limiter.acquire(in60s)];
    expect(await failureOf(limiter.acquire({ deadline: start + 2_500 }))).toBeInstanceOf(NoSlot);
    expect(clock.now()).toBe(start);
    await Promise.all(waiting);
  });

  it('that are over count no longer', async () => {
    const { clock, limiter } = gateAt(1);
    for (let call = 0; call < 20; call += 1) await limiter.acquire({ deadline: clock.now() + 1_000 });
  });

  it('are not begun where the wait took longer than meant, and the deadline is past', async () => {
    const { clock, start, limiter, in60s } = gateAt(1);
    await limiter.acquire(in60s);
    const late = failureOf(limiter.acquire({ deadline: start + 1_500 }));
    clock.set(clock.now() + 2_000);
    expect(await late).toBeInstanceOf(NoSlot);
  });

  it('are not begun after the deadline, also where nobody is before them', async () => {
    const { start, limiter } = gateAt(1);
    expect(await failureOf(limiter.acquire({ deadline: start - 1 }))).toBeInstanceOf(NoSlot);
  });

  it('end with the reason of an abort, and let the next one through', async () => {
    const limiter = createRateLimiter({ callsPerSecond: 10, clock: systemClock });
    const limits = { deadline: Date.now() + 5_000 };
    await limiter.acquire(limits);
    const stop = new AbortController();
    const stopped = failureOf(limiter.acquire({ ...limits, signal: stop.signal }));
    const next = limiter.acquire(limits);
    stop.abort(new Error('shutting down'));
    const failure = await stopped;
    expect(failure).toMatchObject({
      message: 'shutting down',
    });
    await next;
    expect(await failureOf(limiter.acquire({ ...limits, signal: stop.signal }))).toMatchObject({
      message: 'shutting down',
    });
  });

  it('go on at their pace when the clock is set back', async () => {
    const { clock, limiter } = gateAt(10);
    await limiter.acquire({ deadline: Number.POSITIVE_INFINITY });
    clock.set(clock.now() - 3_600_000);
    const before = clock.now();
    await limiter.acquire({ deadline: before + 1_000 });
    expect(clock.now() - before).toBe(100);
  });

  it('that can not wait take the next turn, before those that do', async () => {
    const { clock, start, limiter, in60s } = gateAt(10);
    const order: string[] = [];
    const call = async (name: string, next = false) => {
      await limiter.acquire({ ...in60s, next });
      order.push(`${name} ${clock.now() - start}`);
    };
    const polls = [call('poll 1'), call('poll 2'), call('poll 3'), call('poll 4')];
    await Promise.all([...polls, call('coin', true), call('coin', true)]);
    expect(order.map((one) => one.split(' ')[0]).slice(1, 3)).toEqual(['coin', 'coin']);
    expect(order.map((one) => one.split(' ').at(-1))).toEqual(['0', '100', '200', '300', '400', '500']);
  });

  it('keep apart also where the process was busy while their turns came', async () => {
    const clock = virtualClock();
    let busyUntil = 0;
    const busy = { ...clock, sleep: (ms: number) => clock.sleep(Math.max(ms, busyUntil - clock.now())) };
    const limiter = createRateLimiter({ callsPerSecond: 10, clock: busy });
    const times: number[] = [];
    const call = async (next: boolean) => {
      await limiter.acquire({ deadline: clock.now() + 60_000, next });
      times.push(clock.now());
    };
    const first = call(false);
    await clock.advance(1);
    busyUntil = clock.now() + 3_000;
    const calls = [call(true), call(false), call(true), call(false), call(true)];
    await clock.advance(10_000);
    await Promise.all([first, ...calls]);
    const apart = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(100);
    expect(apart).toHaveLength(5);
  });

  it('that can not wait are refused where even the next turn is too late', async () => {
    const { start, limiter, in60s } = gateAt(1);
    await limiter.acquire(in60s);
    expect(await failureOf(limiter.acquire({ deadline: start + 900, next: true }))).toBeInstanceOf(NoSlot);
    limiter.rateLimited(30);
    expect(await failureOf(limiter.acquire({ deadline: start + 2_000, next: true }))).toBeInstanceOf(
      RateLimited,
    );
  });

  it('that can not wait are made at the very deadline, and at once where nobody was before them', async () => {
    const { clock, start, limiter } = gateAt(1);
    await limiter.acquire({ deadline: start, next: true });
    expect(clock.slept).toEqual([]);
    await limiter.acquire({ deadline: start + 1_000, next: true });
    expect(clock.now() - start).toBe(1_000);
  });

  it.each([
    [6_500, ['made', 'NoTurn']],
    [3_000, ['NoTurn', 'NoTurn']],
  ])(
    'that can not wait are not begun after their deadline of %i ms, where the process was busy',
    async (within, ends) => {
      const clock = virtualClock();
      const late = { ...clock, sleep: (ms: number) => clock.sleep(ms + 5_000) };
      const limiter = createRateLimiter({ callsPerSecond: 1, clock: late });
      const deadline = clock.now() + within;
      await limiter.acquire({ deadline });
      const call = () =>
        limiter.acquire({ deadline, next: true }).then(
          () => 'made',
          ({ name }: Error) => name,
        );
      const calls = [call(), call()];
      await clock.advance(20_000);
      expect(await Promise.all(calls)).toEqual(ends);
    },
  );

  it('are refused with what to change where the plan is too slow', async () => {
    const { start, limiter } = gateAt(4);
    const late = limiter.acquire({ deadline: start - 1 });
    await expect(late).rejects.toThrow('one call in 250 ms: raise callsPerSecond');
  });

  it('keep, all workers together, to the whole calls of any four seconds, fractions too', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 4_000 }), (hundredths) => {
        const callsPerSecond = hundredths / 100;
        const workers = shareCalls(callsPerSecond);
        const spacing = Math.ceil(1_000 / paceWithin(workers.callsPerSecond));
        const most = workers.concurrency * (Math.floor(4_000 / spacing) + 1);
        expect(most).toBeLessThanOrEqual(Math.floor(4 * callsPerSecond));
      }),
    );
  });

  it('need a share above zero', () => {
    for (const callsPerSecond of [0, -1, Number.NaN]) {
      expect(() => createRateLimiter({ callsPerSecond, clock: virtualClock({ passes: true }) })).toThrow(
        new RangeError('callsPerSecond must be above 0'),
      );
    }
  });
});

describe('after a 429', () => {
  it('calls wait until Retry-After is over', async () => {
    const { clock, start, limiter, in60s } = gateAt(10);
    limiter.rateLimited(7);
    await limiter.acquire(in60s);
    expect(clock.now() - start).toBe(7_000);
  });

  it('calls whose time ends before Retry-After does are refused at once, with the seconds left', async () => {
    const { clock, start, limiter } = gateAt(10);
    limiter.rateLimited(30);
    clock.set(clock.now() + 10_000);
    const refusal = await failureOf(limiter.acquire({ deadline: start + 29_000 }));
    expect(refusal).toMatchObject({ name: 'RateLimited', retryAfterSeconds: 20 });
    expect(clock.slept).toEqual([]);
  });

  it('a shorter Retry-After does not undo a longer one', async () => {
    const { clock, start, limiter, in60s } = gateAt(10);
    limiter.rateLimited(30);
    limiter.rateLimited(2);
    await limiter.acquire(in60s);
    expect(clock.now() - start).toBe(30_000);
  });

  it('a refusal says how long the silence lasts, or that the next tick ends it', async () => {
    const { start, limiter } = gateAt(10);
    limiter.rateLimited(30);
    const soon = { deadline: start + 1_000 };
    await expect(limiter.acquire(soon)).rejects.toThrow('no call for another 30 s');
    limiter.rateLimited(null);
    await expect(limiter.acquire(soon)).rejects.toThrow('no call until the next tick');
  });

  it.each([30, null])('a call that had taken the next turn before it is refused: %s', async (retryAfter) => {
    const { limiter, in60s } = gateAt(1);
    await limiter.acquire(in60s);
    const next = failureOf(limiter.acquire({ ...in60s, next: true }));
    limiter.rateLimited(retryAfter);
    expect(await next).toMatchObject({ name: 'RateLimited', retryAfterSeconds: retryAfter && 29 });
  });

  it('a next tick does not shorten a Retry-After', async () => {
    const { start, limiter } = gateAt(10);
    limiter.rateLimited(30);
    limiter.nextTick();
    expect(await failureOf(limiter.acquire({ deadline: start + 10_000 }))).toBeInstanceOf(RateLimited);
  });

  it('without Retry-After there is silence until the next tick, however far the deadline', async () => {
    const { clock, start, limiter } = gateAt(10);
    limiter.rateLimited(null);
    clock.set(clock.now() + 3_600_000);
    const refusal = await failureOf(limiter.acquire({ deadline: start + 1e12 }));
    expect(refusal).toMatchObject({ name: 'RateLimited', retryAfterSeconds: null });
    limiter.nextTick();
    await limiter.acquire({ deadline: clock.now() });
  });

  it('calls that were waiting already are held back too', async () => {
    const { limiter, in60s } = gateAt(10);
    await limiter.acquire(in60s);
    const waiting = failureOf(limiter.acquire(in60s));
    limiter.rateLimited(null);
    expect(await waiting).toBeInstanceOf(RateLimited);
  });

  it('calls that were waiting do not wait out a Retry-After beyond their deadline', async () => {
    const { clock, start, limiter, in60s } = gateAt(10);
    await limiter.acquire(in60s);
    const waiting = failureOf(limiter.acquire(in60s));
    limiter.rateLimited(600);
    expect(await waiting).toMatchObject({ name: 'RateLimited', retryAfterSeconds: 600 });
    expect(clock.now() - start).toBe(100);
  });
});

describe('a worker that ends', () => {
  it('waits out the spacing after its last call', async () => {
    const { clock, start, limiter, in60s } = gateAt(4);
    await limiter.acquire(in60s);
    clock.set(clock.now() + 100);
    await limiter.settle();
    expect(clock.now() - start).toBe(250);
  });

  it('waits for nothing when it made no call, or the last one is long ago', async () => {
    const { clock, limiter, in60s } = gateAt(4);
    await limiter.settle();
    await limiter.acquire(in60s);
    clock.set(clock.now() + 5_000);
    await limiter.settle();
    expect(clock.slept).toEqual([]);
    clock.set(clock.now() + 250);
    await limiter.acquire(in60s);
    clock.set(clock.now() + 250);
    await limiter.settle();
    expect(clock.slept).toEqual([]);
  });
});
