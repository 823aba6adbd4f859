import type { Address } from '../../chain/address.ts';
import type { WatchedRow } from '../../wallet/read-watchlist.ts';
import { daySeconds, planShare, stretchFor } from '../due-polls.ts';
import type { Tick } from '../open-tick.ts';

/** Polls a day that rows ask for, one call each, even if nothing happens. */
export interface Demand {
  /** At wallets' own intervals. */
  readonly ordinary: number;
  readonly swept: number;
}

export const callsOf = ({ ordinary, swept }: Demand) => ordinary + swept;

export function sumOf(all: readonly Demand[]): Demand {
  const sum = (of: (demand: Demand) => number) => all.reduce((total, demand) => total + of(demand), 0);
  return { ordinary: sum(({ ordinary }) => ordinary), swept: sum(({ swept }) => swept) };
}

/**
 * Every wallet is swept, and ordinary wallets are also polled at their own intervals. @param sweepSeconds Infinity on a chain without a
 * node, whose wallets are all ordinary
 */
export function demandOf(
  watched: readonly Pick<WatchedRow, 'watch'>[],
  { everySeconds, sweepSeconds }: Pick<Tick, 'everySeconds' | 'sweepSeconds'>,
  isOrdinary: (wallet: Address) => boolean = () => true,
): Demand {
  let ordinary = 0;
  let swept = 0;
  for (const { watch } of watched) {
    const every = watch.everySeconds ?? everySeconds;
    const sweeps = daySeconds / Math.max(every, sweepSeconds);
    swept += sweeps;
    if (isOrdinary(watch.wallet)) ordinary += daySeconds / every - sweeps;
  }
  return { ordinary, swept };
}

export type Shares = Readonly<ReturnType<typeof sharesOf>>;

/** Minimum part of the plan for active wallets, and the part that they may borrow. */
const leastForActivity = 0.05;
const loan = 0.1;

/** Sweeps stretch twofold at most, unless they then still take more than this share of the calls for rows and sweeps. */
const mostForSweeps = 0.75;

/**
 * Activity gets the calls that polls at own intervals and sweeps leave. Strangers can make wallets ordinary, so sweeps stretch only
 * to a limit, and by powers of two: a change of the factor skips no wallet.
 */
export function sharesOf(demand: Demand, callsPerDay: number | null) {
  const { ordinary, swept } = demand;
  if (callsPerDay === null) return { stretch: 1, sweepStretch: 1, rows: callsOf(demand), activity: null };
  const planned = callsPerDay * planShare;
  const most = Math.max(2, swept / (planned * mostForSweeps));
  const sweepStretch = 2 ** Math.ceil(Math.log2(Math.min(stretchFor(callsOf(demand), callsPerDay), most)));
  const sweeps = swept / sweepStretch;
  const stretch = ordinary === 0 ? 1 : Math.max(1, ordinary / (planned - sweeps));
  const rows = ordinary / stretch + sweeps;
  const aDay = Math.max(planned - rows, callsPerDay * leastForActivity);
  return {
    /** The factor of wallets' own intervals. */
    stretch,
    /** The factor of the time between sweeps. */
    sweepStretch,
    /** Polls a day by intervals and sweeps, both stretched. */
    rows,
    /** Calls left to active wallets, on all chains together; null: no daily limit. */
    activity: { aDay, loan: callsPerDay * loan },
  };
}

/** One chain's part, by its wallets: a storm on one chain takes nothing from another. */
export function chainsShare(activity: Shares['activity'], part: number): Shares['activity'] {
  return activity && { aDay: activity.aDay * part, loan: activity.loan * part };
}
