import { expect, it } from 'vitest';
import { pollsPerSecond } from '../../../functions/rate/call-windows.ts';
import { type DayCall, type Plan, playPlanDay, type Rows } from './plan-day.ts';

const plans: readonly Plan[] = [
  { callsPerSecond: 0.5, callsPerDay: 800 },
  { callsPerSecond: 1, callsPerDay: 1_600 },
  { callsPerSecond: 2, callsPerDay: 5_000 },
  { callsPerSecond: 10, callsPerDay: 5_000 },
  { callsPerSecond: 40, callsPerDay: null },
];

const watchlists: readonly Rows[] = [
  [['1m', 1]],
  [['1m', 10]],
  [
    ['15s', 1],
    ['1m', 1],
    ['5m', 2],
    ['1h', 4],
  ],
  [
    ['10m', 20],
    ['1h', 60],
  ],
];

const seconds: Readonly<Record<string, number>> = { '15s': 15, '1m': 60, '5m': 300, '10m': 600, '1h': 3_600 };
const days = plans.flatMap((plan) => watchlists.map((rows) => ({ plan, rows })));

function nameOf({ plan: { callsPerSecond, callsPerDay }, rows }: (typeof days)[number]): string {
  const list = rows.map(([every, wallets]) => `${wallets} every ${every}`).join(', ');
  return `${callsPerSecond} calls a second, ${callsPerDay ?? 'any number'} a day: ${list}`;
}

function mostInFourSeconds(calls: readonly DayCall[]): number {
  let most = 0;
  let first = 0;
  for (const [place, { at }] of calls.entries()) {
    while (at - (calls[first]?.at ?? at) >= 4_000) first += 1;
    most = Math.max(most, place - first + 1);
  }
  return most;
}

it.each(days.map((day) => ({ ...day, name: nameOf(day) })))(
  'a day of a plan and a watchlist: $name',
  async ({ plan, rows }) => {
    const calls = await playPlanDay(plan, rows);
    expect(mostInFourSeconds(calls)).toBeLessThanOrEqual(Math.floor(4 * plan.callsPerSecond));
    const byDay = Map.groupBy(calls, ({ at }) => Math.floor(at / 86_400_000));
    for (const { length } of byDay.values()) expect(length).toBeLessThanOrEqual(plan.callsPerDay ?? length);

    const asked = rows.reduce((sum, [every, wallets]) => sum + (86_400 / (seconds[every] ?? 0)) * wallets, 0);
    const stretch = plan.callsPerDay === null ? 1 : Math.max(1, asked / (0.8 * plan.callsPerDay));
    const all = rows.reduce((sum, [, wallets]) => sum + wallets, 0);
    // A tick's polls are spread over as many seconds as the plan takes for all of them.
    const spread = Math.ceil(all / pollsPerSecond(plan.callsPerSecond)) + 5;
    const byWallet = Map.groupBy(calls, ({ wallet }) => wallet);
    expect(byWallet.size).toBe(all);
    const intervals = rows.flatMap(([every, wallets]) =>
      Array<number>(wallets).fill((seconds[every] ?? 0) * stretch),
    );
    for (const [n, made] of Array.from(byWallet.entries())
      .toSorted(([a], [b]) => a.localeCompare(b))
      .entries()) {
      const interval = intervals[n] ?? 0;
      // Below a minute polls are a whole number a minute.
      const due = interval < 60 ? 60 / Math.floor(60 / interval) : interval;
      const gaps = made[1].slice(1).map(({ at }, i) => (at - (made[1][i]?.at ?? 0)) / 1_000);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(due + (due < 60 ? 0 : 60) + spread);
      const total = (25 * 3_600) / due;
      expect(made[1].length).toBeGreaterThan(0.97 * total - 2);
      expect(made[1].length).toBeLessThan(1.05 * total + 3);
    }
  },
);
