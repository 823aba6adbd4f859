import { expect, it } from 'vitest';
import { pollsPerSecond } from '../../../functions/rate/call-windows.ts';
import { Random } from '../../simulation/random.ts';
import { withVirtualTimers } from '../../simulation/virtual-timers.ts';
import { mostInFourSeconds } from '../../support/most-in-four-seconds.ts';
import { settled } from '../../support/scheduler.ts';
import { dayFunctions } from './day-functions.ts';
import { DayWorkers } from './day-workers.ts';

/** A plan of the API provider; null: no limit. */
interface Plan {
  readonly callsPerSecond: number;
  readonly callsPerDay: number | null;
}

const plans: readonly Plan[] = [
  { callsPerSecond: 0.5, callsPerDay: 800 },
  { callsPerSecond: 1, callsPerDay: 1_600 },
  { callsPerSecond: 2, callsPerDay: 5_000 },
  { callsPerSecond: 10, callsPerDay: 5_000 },
  { callsPerSecond: 40, callsPerDay: null },
];

/** Watchlists: the number of wallets for each interval. */
const watchlists: readonly Readonly<Record<string, number>>[] = [
  { '1m': 1 },
  { '1m': 10 },
  { '15s': 1, '1m': 1, '5m': 2, '1h': 4 },
  { '10m': 20, '1h': 60 },
];

const seconds: Readonly<Record<string, number>> = { '15s': 15, '1m': 60, '5m': 300, '10m': 600, '1h': 3_600 };
const days = plans.flatMap((plan) =>
  watchlists.map((rows) => ({
    plan,
    intervals: Object.entries(rows).flatMap(([every, wallets]) => Array<string>(wallets).fill(every)),
    name: `${JSON.stringify(plan)} ${JSON.stringify(rows)}`,
  })),
);

/** Half an hour before midnight UTC, so that the run crosses it. */
const start = Date.parse('2026-01-01T23:30:00.000Z');
const minute = 60_000;
const hours = 25;

/**
 * The times of each wallet's API calls over a day and an hour of the functions on such a plan, in virtual time: wallets that have
 * begun, without transfers; the queue delivers messages up to two seconds late and now and then twice.
 */
async function playDay(plan: Plan, intervals: readonly string[]): Promise<readonly number[][]> {
  const day = dayFunctions({ ...plan, node: false, scanSeconds: 60 }, start);
  const { scheduler, chain, dispatch, queue } = day;
  const random = new Random(7);
  const walletOf = (n: number) => `0xb${n.toString(16).padStart(39, '0')}`;
  const calls = intervals.map((): number[] => []);
  chain.onCall = (path) =>
    calls[Number.parseInt(/0xb([0-9a-f]{39})/.exec(path)?.[1] ?? '', 16)]?.push(scheduler.now);
  for (const [n, every] of intervals.entries()) day.watch(walletOf(n), { every });
  queue.delivery = () => ({ late: random.between(0, 2_000), twice: random.next() < 0.02 });
  const workers = new DayWorkers(day, day.concurrency);
  workers.begin();
  return withVirtualTimers(scheduler, async () => {
    for (let time = start; time < start + hours * 60 * minute; time += minute) {
      let dispatched = false;
      const tick = dispatch({ time: new Date(time).toISOString() }).finally(() => {
        dispatched = true;
      });
      while (!dispatched) {
        await settled();
        scheduler.startNext();
      }
      await tick;
      await settled(); // what the last plan began goes on before time does
      await scheduler.runUntil(time + minute);
      workers.check();
    }
    return calls;
  });
}

it.each(days)('a day of a plan and a watchlist: $name', async ({ plan, intervals }) => {
  const { callsPerSecond, callsPerDay } = plan;
  const byWallet = await playDay(plan, intervals);
  const calls = byWallet.flat().sort((a, b) => a - b);
  expect(mostInFourSeconds(calls)).toBeLessThanOrEqual(Math.floor(4 * callsPerSecond));
  for (const { length } of Map.groupBy(calls, (at) => Math.floor(at / 86_400_000)).values())
    expect(length).toBeLessThanOrEqual(callsPerDay ?? length);

  const asked = intervals.reduce((sum, every) => sum + 86_400 / (seconds[every] ?? 0), 0);
  const stretch = callsPerDay === null ? 1 : Math.max(1, asked / (0.8 * callsPerDay));
  // A tick's polls are spread over the seconds that the plan needs for all of them.
  const spread = Math.ceil(intervals.length / pollsPerSecond(callsPerSecond)) + 5;
  for (const [n, made] of byWallet.entries()) {
    const interval = (seconds[intervals[n] ?? ''] ?? 0) * stretch;
    // Below a minute the number of polls a minute is a whole number.
    const due = interval < 60 ? 60 / Math.floor(60 / interval) : interval;
    const gaps = made.slice(1).map((at, i) => (at - (made[i] ?? 0)) / 1_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(due + (due < 60 ? 0 : 60) + spread);
    const total = (hours * 3_600) / due;
    expect(made.length).toBeGreaterThan(0.97 * total - 2);
    expect(made.length).toBeLessThan(1.05 * total + 3);
  }
});
