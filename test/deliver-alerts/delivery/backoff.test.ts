import { expect, it } from 'vitest';
import { backoffMs } from '../../../functions/deliver-alerts/delivery/after-try.ts';

it.each([
  [1, 5],
  [2, 10],
  [3, 20],
  [8, 640],
  [9, 900],
  [10, 900],
  [5_000, 900],
])('after %i failed tries the next one waits %i seconds', (tries, seconds) => {
  expect(backoffMs(tries)).toBe(seconds * 1_000);
});
