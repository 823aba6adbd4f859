import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  callWindows,
  openFor,
  pollsOf,
  pollsPerSecond,
  windowOpenAt,
} from '../../functions/rate/call-windows.ts';
import { forAll } from '../support/for-all.ts';

const plans = fc.integer({ min: 1, max: 60_000 }).map((hundredths) => hundredths / 100);

describe('the windows of a plan', () => {
  it.each([
    [0.5, { length: 2_500, calls: 1 }],
    [0.7, { length: 2_500, calls: 1 }],
    [1, { length: 1_250, calls: 1 }],
    [2, { length: 1_250, calls: 2 }],
    [2.5, { length: 1_000, calls: 2 }],
    [3, { length: 1_250, calls: 3 }],
    [10, { length: 1_000, calls: 8 }],
    [40, { length: 1_000, calls: 32 }],
    [500, { length: 1_000, calls: 400 }],
    [0.1, { length: 11_000, calls: 1 }],
  ])('of %d calls a second', (callsPerSecond, windows) => {
    expect(callWindows(callsPerSecond)).toEqual(windows);
  });

  it('allow no more calls than the plan in any four seconds, even if calls are seen up to 300 ms late', () =>
    forAll(
      [plans, fc.integer({ min: 0, max: 20_000 })],
      (callsPerSecond, from) => {
        const { length, calls } = callWindows(callsPerSecond);
        // The windows with a call that may be seen in [from, from + 4,000).
        const first = Math.floor((from - openFor - 300) / length) + 1;
        const last = Math.ceil((from + 4_000) / length) - 1;
        expect((last - first + 1) * calls).toBeLessThanOrEqual(Math.max(1, Math.floor(4 * callsPerSecond)));
      },
      { numRuns: 2_000 },
    ));

  it('are never shorter than the allowed lateness of a call', () =>
    forAll([plans], (plan) => {
      expect(callWindows(plan).length).toBeGreaterThan(openFor + 200);
    }));

  it('use three fifths of any plan with at least one call a second, and four fifths of most', () => {
    const used = (plan: number) => (callWindows(plan).calls * 1_000) / callWindows(plan).length / plan;
    for (let plan = 1; plan <= 200; plan += 0.5) expect(used(plan)).toBeGreaterThanOrEqual(0.6);
    for (const plan of [1, 2, 3, 5, 10, 40, 80, 200]) expect(used(plan)).toBeCloseTo(0.8);
  });

  it('need a plan above zero', () => {
    for (const plan of [0, -1, Number.NaN])
      expect(() => callWindows(plan)).toThrow(new RangeError('callsPerSecond must be above 0'));
  });

  it('are open to calls at their beginning: a later call takes the next one', () => {
    const second = callWindows(10);
    expect(windowOpenAt(5_000, second)).toBe(5);
    expect(windowOpenAt(5_000 + openFor, second)).toBe(5);
    expect(windowOpenAt(5_001 + openFor, second)).toBe(6);
  });

  it('give seven of eight calls to polls', () => {
    const places = (calls: number) =>
      Array.from({ length: 8 }, (_, window) => pollsOf(window, { length: 1_000, calls }));
    expect(places(8)).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);
    expect(places(1)).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
    expect(places(2)).toEqual([1, 2, 2, 2, 1, 2, 2, 2]);
    expect(pollsPerSecond(10)).toBe(7);
    expect(pollsPerSecond(1)).toBe(0.7);
  });
});
