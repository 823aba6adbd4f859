import { expect, it } from 'vitest';
import { workersFor } from '../../lib/limits.ts';

it.each([
  [0.5, { concurrency: 4, alertsPerSecond: 2 }],
  [40, { concurrency: 4, alertsPerSecond: 2 }],
  [80, { concurrency: 8, alertsPerSecond: 1 }],
  [5_000, { concurrency: 50, alertsPerSecond: 0.5 }],
])('for %d calls a second', (callsPerSecond, workers) => {
  expect(workersFor(callsPerSecond)).toEqual(workers);
});
