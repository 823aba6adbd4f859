import { describe, expect, it } from 'vitest';
import { backoffMs, isGivenUp } from '../../../functions/deliver-alerts/delivery/backoff.ts';

describe('the back-off', () => {
  it.each([
    [1, 5],
    [2, 10],
    [3, 20],
    [8, 640],
    [9, 900],
    [10, 900],
    [5_000, 900],
  ])('after %i failed tries is %i seconds', (tries, seconds) => {
    expect(backoffMs(tries)).toBe(seconds * 1_000);
  });

  it('ends a day after the first try', () => {
    const day = 86_400_000;
    expect(isGivenUp(1_000, 1_000 + day - 1)).toBe(false);
    expect(isGivenUp(1_000, 1_000 + day)).toBe(true);
  });
});
