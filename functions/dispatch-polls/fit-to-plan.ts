import type { WatchedRow } from '../wallet/read-watchlist.ts';

/** A fifth of the plan is kept for pages, first reads, catching up and coin lookups. */
const share = 0.8;
const daySeconds = 86_400;

/**
 * The factor by which all intervals stretch so that the polls of a day fit the plan; 1 where they fit as they are.
 * @param callsPerDay null for a plan without a daily limit
 */
export function stretchFactor(
  watched: readonly Pick<WatchedRow, 'watch'>[],
  everySeconds: number,
  callsPerDay: number | null,
): number {
  if (callsPerDay === null) return 1;
  return Math.max(1, callsADay(watched, everySeconds) / (callsPerDay * share));
}

/** The polls of a day as the rows and the stack ask for them, one call each. */
export function callsADay(watched: readonly Pick<WatchedRow, 'watch'>[], everySeconds: number): number {
  return watched.reduce((sum, { watch }) => sum + daySeconds / (watch.everySeconds ?? everySeconds), 0);
}
