import { describe, expect, it } from 'vitest';
import { createTokenBucket } from '../../functions/rate/rate-limiter.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const start = 1_000_000;
const passing = () => virtualClock({ start, passes: true });
const never = Number.MAX_SAFE_INTEGER;

describe('a pace', () => {
  it('lets one through at once, then a fixed number a second; idle time saves up none', async () => {
    const clock = passing();
    const pace = createTokenBucket({ perSecond: 10, clock });
    const times: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      if (i === 3) await clock.sleep(60_000);
      await pace.take(never);
      times.push(clock.now() - start);
    }
    expect(times).toEqual([0, 100, 200, 60_200, 60_300, 60_400]);
  });

  it('refuses a turn after the deadline at once, without using it up', async () => {
    const clock = passing();
    const pace = createTokenBucket({ perSecond: 10, clock });
    expect(await pace.take(clock.now())).toBe(false);
    expect(await pace.take(clock.now() + 1)).toBe(true);
    expect(await pace.take(clock.now() + 100)).toBe(false);
    expect(clock.now()).toBe(1_000_000);
    expect(await pace.take(clock.now() + 101)).toBe(true);
    expect(clock.now()).toBe(1_000_100);
  });

  it('goes on at once after the clock was set back: a local run would be silent for as long', async () => {
    const clock = passing();
    const ahead = { ...clock, now: () => clock.now() + jump };
    let jump = 24 * 3_600_000;
    const pace = createTokenBucket({ perSecond: 10, clock: ahead });
    await pace.take(never);
    jump = 0;
    await Promise.all([pace.take(never), pace.take(never)]);
    expect(clock.now() - start).toBeLessThanOrEqual(300);
  });

  it('is kept even if the process was busy: waiting calls do not leave together', async () => {
    const clock = virtualClock();
    let busyUntil = 0;
    const busy = { ...clock, sleep: (ms: number) => clock.sleep(Math.max(ms, busyUntil - clock.now())) };
    const pace = createTokenBucket({ perSecond: 4, clock: busy });
    const times: number[] = [];
    const turn = async () => {
      if (await pace.take(never)) times.push(clock.now());
    };
    const first = turn();
    busyUntil = clock.now() + 5_000;
    const turns = Array.from({ length: 20 }, turn);
    await clock.advance(30_000);
    await Promise.all([first, ...turns]);
    expect(times).toHaveLength(21);
    expect(Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0)))).toBeGreaterThanOrEqual(250);
  });

  it.each([1_499, 1_500])(
    'refuses a turn that a busy process delays to its deadline or beyond: %i',
    async (deadline) => {
      const clock = virtualClock({ start: 0 });
      const busy = { ...clock, sleep: (ms: number) => clock.sleep(Math.max(ms, 1_250)) };
      const pace = createTokenBucket({ perSecond: 4, clock: busy });
      await pace.take(never);
      const first = pace.take(never);
      const second = pace.take(deadline);
      await clock.advance(5_000);
      expect([await first, await second]).toEqual([true, false]);
    },
  );

  it('gives an urgent message the next turn, and no other one an extra or early turn', async () => {
    const clock = virtualClock({ start: 0 });
    const pace = createTokenBucket({ perSecond: 2, clock });
    const turns: [string, number][] = [];
    const take = async (who: string, isUrgent: boolean) => {
      if (await pace.take(3_000, isUrgent)) turns.push([who, clock.now()]);
      else turns.push([`${who} refused`, clock.now()]);
    };
    const waiting = ['a', 'b', 'c', 'd', 'e', 'f'].map((who) => take(who, false));
    await clock.advance(600);
    waiting.push(take('theft', true), take('another theft', true));
    await clock.advance(10_000);
    await Promise.all(waiting);
    expect(turns).toEqual([
      ['a', 0],
      ['b', 500],
      ['theft', 1_000],
      ['another theft', 1_500],
      ['c', 2_000],
      ['d', 2_500],
      ['e refused', 2_500],
      ['f refused', 2_500],
    ]);
  });
});
