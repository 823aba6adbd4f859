import type { Hints } from '../../activity/chain-activity.ts';
import { isOutstanding } from '../../activity/tail.ts';
import { watchKey } from '../../wallet/watch.ts';
import { type DuePoll, isFirstOf } from '../due-polls.ts';

/** A tick, as a chain with a node sees it. */
export interface HintedTick {
  /** Since the epoch. */
  readonly minute: number;
  /** Seconds between two polls of a wallet that the node shows nothing of, stretched to fit the plan. */
  readonly sweepSeconds: number;
}

/** Polls of one wallet, and whether it is its activity that asks for them. */
export interface HintedPolls {
  readonly polls: readonly DuePoll[];
  readonly hot: boolean;
}

const none: HintedPolls = { polls: [], hot: false };

/**
 * The polls that are left of one wallet's due ones, where its chain's node was asked. It suppresses polls and does nothing
 * else: only those of a wallet that has begun, that no scan saw active, that has no poll outstanding and whose sweep is not
 * due. Any doubt leaves all of them.
 * @param due by the wallet's own interval, at this tick
 * @param hasBegun its first poll has succeeded
 */
export function hintedPolls(
  due: readonly DuePoll[],
  hasBegun: boolean,
  hints: Hints,
  { minute, sweepSeconds }: HintedTick,
): HintedPolls {
  const [first] = due;
  if (first === undefined) return none;
  const { wallet } = first.watch;
  const mark = hints.markOf(wallet);
  const marked = { stamp: mark?.stamp ?? null, sweep: null };
  const all = { polls: due.map((poll) => ({ ...poll, activity: marked })), hot: false };
  if (!hints.reliable || !hasBegun || hints.isOrdinary(wallet)) return all;
  if (mark !== null && isOutstanding(mark, minute)) return { ...all, hot: true };
  const swept = hints.sweptThrough;
  const last = swept !== null && swept < minute ? swept : minute - 1;
  if (!isFirstOf(watchKey(first.watch), sweepSeconds, first.intervalSeconds, { minute, last })) return none;
  const { scanned } = hints;
  const sweep: [number, number] | null = scanned === null ? null : [scanned.from, scanned.to];
  return { polls: [{ ...first, activity: { ...marked, sweep } }], hot: false };
}
