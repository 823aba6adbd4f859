import { dayOf } from '../../../lib/cost/a-day.ts';
import { monthlyBill, totalOf } from '../../../lib/cost/estimate.ts';
import { type Load, walletsOf } from '../../../lib/cost/load.ts';
import type { Operations } from '../../../lib/cost/operations.ts';
import { callsPerSecondFor } from '../../../lib/cost/plans.ts';
import { naiveDay } from './naive-day.ts';
import { type CountedDay, type Stretch, simulateDay } from './simulate-day.ts';

interface DayGoal extends Stretch {
  readonly wallets: number;
  readonly node: boolean;
  /** Seconds between scans of the node; 15 by default. */
  readonly scanSeconds?: number;
  /** Its maximum cost as a share of the naive design's. */
  readonly share?: number;
}

/**
 * How many ticks of a day are played. Ticks of few wallets are fast. Without a node all ticks are alike, and so they are
 * with a node for many wallets. Six hours sweep every wallet once. After ten ticks as many tails end as begin.
 */
const days: readonly DayGoal[] = [
  { wallets: 10, node: false, dropped: 1, before: 1, counted: 120 },
  { wallets: 10, node: true, dropped: 2, before: 10, counted: 1_440 },
  { wallets: 1_000, node: false, share: 0.25, dropped: 1, before: 1, counted: 8 },
  { wallets: 1_000, node: true, dropped: 2, before: 10, counted: 360 },
  { wallets: 1_000, node: true, scanSeconds: 60, share: 0.05, dropped: 2, before: 10, counted: 360 },
  { wallets: 100_000, node: false, dropped: 1, before: 0, counted: 1, sample: 25 },
  { wallets: 100_000, node: true, share: 0.01, dropped: 2, before: 10, counted: 10 },
];

/** Maximum deviation of the formulas, for API calls and for the bill. */
const goals = { apiCalls: 0.1, dollars: 0.15 };

/** A number as counted from the functions, and as estimated by lib/cost. */
interface Both {
  readonly counted: number;
  readonly estimated: number;
}

export type DayCost = ReturnType<typeof priced>;

/** `npm run bench -- --only days`: days of 10, 1,000 and 100,000 wallets at five active minutes a day, with and without a node, against the naive design. */
export async function simulatedDays(): Promise<DayCost[]> {
  const all: DayCost[] = [];
  for (const goal of days) {
    const { wallets, node, scanSeconds = 15 } = goal;
    const groups = [{ chain: '0x1', everySeconds: 60, wallets }];
    const asked = { groups, activeMinutes: 5, node, sweepSeconds: 21_600, scanSeconds, callsPerDay: null };
    const load = { ...asked, callsPerSecond: callsPerSecondFor(asked) };
    all.push(priced(goal, load, await simulateDay(load, goal)));
  }
  return all;
}

/** A simulated day, priced. */
function priced(goal: DayGoal, load: Load, day: CountedDay) {
  const wallets = walletsOf(load);
  // The activity that the random draw produced.
  const activeMinutes = day.transfers / wallets;
  const estimated = dayOf({ ...load, activeMinutes });
  const both = (of: (day: Operations) => number): Both => ({
    counted: of(day.sum),
    estimated: of(estimated.sum),
  });
  const dollars = both(aMonth);
  const apiCalls = both((one) => one.apiCalls);
  const naiveDollars = aMonth(naiveDay(wallets, activeMinutes));
  const share = dollars.counted / naiveDollars;
  return {
    name: `a day of ${wallets} wallets ${load.node ? `with a node, asked every ${load.scanSeconds} s` : 'without a node'}`,
    wallets,
    node: load.node,
    scanSeconds: load.scanSeconds,
    /** Number of simulated ticks. */
    ticks: day.ticks,
    apiCalls,
    rpcCalls: both((one) => one.rpcCalls),
    gbSeconds: both((one) => one.gbSeconds),
    /** For a month of such days. */
    dollars,
    naiveDollars,
    /** The share of the naive design's price. */
    share,
    /** Dollars a month by purpose, the most expensive first. */
    profile: Array.from(day.byPurpose, ([purpose, done]) => [purpose, aMonth(done)] as const)
      .filter(([, cost]) => cost > 0)
      .sort(([, a], [, b]) => b - a),
    missed: [
      ...(goal.share === undefined || share <= goal.share ? [] : [`<= ${goal.share} of the naive design`]),
      ...(isNear(apiCalls, goals.apiCalls) ? [] : ['API calls as estimated']),
      ...(isNear(dollars, goals.dollars) ? [] : ['a bill as estimated']),
    ],
  };
}

function aMonth(day: Operations): number {
  return totalOf(monthlyBill(day));
}

function isNear({ counted, estimated }: Both, within: number): boolean {
  return Math.abs(counted / estimated - 1) <= within;
}
