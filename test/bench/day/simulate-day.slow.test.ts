import { expect, it } from 'vitest';
import { dayOf } from '../../../lib/cost/a-day.ts';
import { monthlyBill, totalOf } from '../../../lib/cost/estimate.ts';
import { simulatedLatencies } from './latency.ts';
import { simulateDay } from './simulate-day.ts';

it.each([false, true])('the formulas match the counts of the functions, with a node: %s', async (node) => {
  const groups = [{ chain: '0x1', everySeconds: 60, wallets: 60 }];
  const load = {
    groups,
    activeMinutes: 60,
    node,
    sweepSeconds: 3_600,
    scanSeconds: 15,
    callsPerDay: null,
    callsPerSecond: 10,
  };
  const day = await simulateDay(load, { dropped: 2, before: 10, counted: node ? 120 : 20 });
  const { sum } = dayOf({ ...load, activeMinutes: day.transfers / 60 });
  expect(Math.abs(day.sum.apiCalls / sum.apiCalls - 1)).toBeLessThan(0.1);
  expect(day.sum.rpcCalls).toBe(sum.rpcCalls);
  expect(Math.abs(totalOf(monthlyBill(day.sum)) / totalOf(monthlyBill(sum)) - 1)).toBeLessThan(0.15);
});

it('half of the alerts of a chain that is read from its node are out within fifteen seconds, and none is lost', async () => {
  const latencies = await simulatedLatencies(90);
  expect(latencies.map(({ name, missed }) => [name, missed])).toEqual(
    latencies.map(({ name }) => [name, []]),
  );
});
