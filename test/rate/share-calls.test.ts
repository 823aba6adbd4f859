import { expect, it } from 'vitest';
import { paceWithin, shareCalls } from '../../functions/rate/share-calls.ts';

it.each([
  [0.2, { concurrency: 2, callsPerSecond: 0.1, pollsPerMessage: 3, alertsPerSecond: 4 }],
  [1, { concurrency: 2, callsPerSecond: 0.5, pollsPerMessage: 18, alertsPerSecond: 4 }],
  [0.01, { concurrency: 2, callsPerSecond: 0.005, pollsPerMessage: 1, alertsPerSecond: 4 }],
  [40, { concurrency: 4, callsPerSecond: 10, pollsPerMessage: 50, alertsPerSecond: 2 }],
  [5_000, { concurrency: 50, callsPerSecond: 100, pollsPerMessage: 50, alertsPerSecond: 0.5 }],
])('shares %d calls a second among workers', (callsPerSecond, workers) => {
  expect(shareCalls(callsPerSecond)).toEqual(workers);
});

it('leaves a tenth of a share unused, and more where a window of four seconds would hold one call too many', () => {
  expect(paceWithin(10)).toBeCloseTo(9);
  expect(paceWithin(0.2)).toBeCloseTo(0.18);
  expect(paceWithin(0.26)).toBeCloseTo(0.234);
  expect(paceWithin(0.25)).toBeCloseTo(0.225);
  expect(paceWithin(100)).toBeCloseTo(90);
});
