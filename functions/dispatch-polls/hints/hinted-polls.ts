import type { Hints } from '../../activity/chain-activity.ts';
import type { ActivityKind } from '../../activity/tail.ts';
import { kindAsking } from '../../activity/tail.ts';
import { watchKey } from '../../wallet/watch.ts';
import { type DuePoll, isFirstOf } from '../due-polls.ts';

/** A tick, as a chain with a node sees it. */
export interface HintedTick {
  /** Since the epoch. */
  readonly minute: number;
  /** Seconds between two polls of a wallet that the node shows nothing of. */
  readonly sweepSeconds: number;
  /** The factor of that time, by which the sweeps of a day fit the plan. */
  readonly sweepStretch: number;
}

/** Polls of one wallet. */
export interface HintedPolls {
  /** What its activity asks for; null: nothing. */
  readonly active: {
    readonly kind: ActivityKind;
    readonly polls: readonly DuePoll[];
    readonly isFirst: boolean;
  } | null;
  /** What it gets where activity asks for nothing, or the plan has no calls for that: its sweep, if that is due. */
  readonly swept: readonly DuePoll[];
}

const none: HintedPolls = { active: null, swept: [] };

/** Whether a wallet is polled as if there were no node. Any doubt says so. @param hasBegun its first poll has succeeded */
export function isOrdinary(wallet: DuePoll['watch']['wallet'], hasBegun: boolean, hints: Hints): boolean {
  return !hints.reliable || !hasBegun || hints.ordinary.has(wallet);
}

/** The due polls of a wallet as they are, each with the sight that it is made for. */
export function markedPolls(due: readonly DuePoll[], hints: Pick<Hints, 'marks'>): readonly DuePoll[] {
  return due.map((poll) => ({
    ...poll,
    activity: { stamp: hints.marks.get(poll.watch.wallet)?.stamp ?? null, sweep: null },
  }));
}

/**
 * What is left of the due polls of a wallet that is not ordinary. Only the polls go of a wallet that no scan saw active, that
 * has no poll outstanding and whose sweep is not due.
 * @param due by the wallet's own interval, at this tick
 */
export function hintedPolls(
  due: readonly DuePoll[],
  hints: Hints,
  { minute, sweepSeconds, sweepStretch }: HintedTick,
): HintedPolls {
  const [first] = due;
  if (first === undefined) return none;
  const mark = hints.marks.get(first.watch.wallet);
  const kind = mark === undefined ? null : kindAsking(mark, minute);
  const polls = markedPolls(due, hints);
  const active = kind === null ? null : { kind, polls, isFirst: mark?.polledAt === null };
  const swept = hints.sweptThrough;
  const last = swept !== null && swept < minute ? swept : minute - 1;
  const longer = Math.max(sweepSeconds, first.intervalSeconds) * sweepStretch;
  if (!isFirstOf(watchKey(first.watch), longer, first.intervalSeconds, { minute, last }))
    return { active, swept: [] };
  const { scanned } = hints;
  const sweep: [number, number] | null = scanned === null ? null : [scanned.from, scanned.to];
  return { active, swept: [{ ...first, activity: { stamp: mark?.stamp ?? null, sweep } }] };
}
