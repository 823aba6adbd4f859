import type { ChainActivity, Hints } from '../../activity/chain-activity.ts';
import type { WatchedRow } from '../../wallet/understand-row.ts';
import { callsADay } from '../due-polls.ts';

const daySeconds = 86_400;

/** The intervals that the stack sets, in seconds. */
export interface StackIntervals {
  readonly everySeconds: number;
  /** Between two polls of a wallet that its chain's node shows nothing of. */
  readonly sweepSeconds: number;
}

/**
 * The polls of a day on a chain whose node is relied on, one call each: its sweeps, and what activity has asked for lately.
 * Never more than without a node.
 */
export function hintedCallsADay(
  watched: readonly Pick<WatchedRow, 'watch'>[],
  { everySeconds, sweepSeconds }: StackIntervals,
  { hotPollsADay }: Pick<ChainActivity, 'hotPollsADay'>,
  hints: Pick<Hints, 'isOrdinary'> | null = null,
): number {
  const swept = watched.reduce((sum, { watch }) => {
    const every = watch.everySeconds ?? everySeconds;
    const interval = hints?.isOrdinary(watch.wallet) ? every : Math.max(every, sweepSeconds);
    return sum + daySeconds / interval;
  }, 0);
  return Math.min(swept + inSteps(hotPollsADay), callsADay(watched, everySeconds));
}

/** Rounded up by quarters: an interval that changes at every tick would leave the same wallet out again and again. */
export function inSteps(count: number): number {
  return count < 1 ? 0 : 1.25 ** Math.ceil(Math.log(count) / Math.log(1.25));
}
