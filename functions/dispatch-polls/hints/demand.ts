import type { Hints } from '../../activity/chain-activity.ts';
import type { Allowance } from '../../activity/credit.ts';
import type { WatchedRow } from '../../wallet/understand-row.ts';
import { callsADay, daySeconds, planShare, stretchFor } from '../due-polls.ts';

/** The intervals that the stack sets, in seconds. */
export interface StackIntervals {
  readonly everySeconds: number;
  /** Between two polls of a wallet that its chain's node shows nothing of. */
  readonly sweepSeconds?: number | undefined;
}

/** The polls of a day, one call each, that rows ask for whether anything happens or not. */
export interface Demand {
  /** Of wallets that are polled at their own interval. */
  readonly ordinary: number;
  /** Of wallets that are only swept. */
  readonly swept: number;
}

export function callsOf({ ordinary, swept }: Demand): number {
  return ordinary + swept;
}

export function sumOf(all: readonly Demand[]): Demand {
  return {
    ordinary: all.reduce((sum, { ordinary }) => sum + ordinary, 0),
    swept: all.reduce((sum, { swept }) => sum + swept, 0),
  };
}

/** Calls a day that a chain's rows ask for without a node, or while its node is not reliable. */
export function ordinaryDemand(watched: readonly Pick<WatchedRow, 'watch'>[], everySeconds: number): Demand {
  return { ordinary: callsADay(watched, everySeconds), swept: 0 };
}

/** Calls a day that a chain's rows ask for while its node says which wallets were active. */
export function hintedDemand(
  watched: readonly Pick<WatchedRow, 'watch'>[],
  { everySeconds, sweepSeconds = 0 }: StackIntervals,
  hints: Pick<Hints, 'ordinary'> | null = null,
): Demand {
  let ordinary = 0;
  let swept = 0;
  for (const { watch } of watched) {
    const every = watch.everySeconds ?? everySeconds;
    if (hints?.ordinary.has(watch.wallet)) ordinary += daySeconds / every;
    else swept += daySeconds / Math.max(every, sweepSeconds);
  }
  return { ordinary, swept };
}

/** How the plan's calls are shared out. */
export interface Shares {
  /** The factor of wallets' own intervals. */
  readonly stretch: number;
  /** The factor of the time between sweeps. */
  readonly sweepStretch: number;
  /** Polls a day that are made of the demand. */
  readonly rows: number;
  /** What is left to the polls of active wallets, on all chains together; null: the plan has no daily limit. */
  readonly activity: Allowance | null;
}

/** Of the plan, what active wallets get although the rows ask for all of it, and what they may borrow. */
const leastForActivity = 0.05;
const loan = 0.1;

/**
 * Rows and sweeps come first, so that no activity delays them; activity gets what they leave. Sweeps stretch by powers of two:
 * from one interval to the double of it no wallet falls between two of its turns.
 */
export function sharesOf(demand: Demand, callsPerDay: number | null): Shares {
  const { ordinary, swept } = demand;
  if (callsPerDay === null) return { stretch: 1, sweepStretch: 1, rows: callsOf(demand), activity: null };
  const stretch = stretchFor(callsOf(demand), callsPerDay);
  const sweepStretch = 2 ** Math.ceil(Math.log2(stretch));
  const rows = ordinary / stretch + swept / sweepStretch;
  const aDay = Math.max(callsPerDay * planShare - rows, callsPerDay * leastForActivity);
  return { stretch, sweepStretch, rows, activity: { aDay, loan: callsPerDay * loan } };
}

/** One chain's part of it, by its wallets: a storm on one chain takes nothing from another. */
export function partOf(activity: Shares['activity'], part: number): Shares['activity'] {
  return activity && { aDay: activity.aDay * part, loan: activity.loan * part };
}
