import type { Hints } from '../../activity/chain-activity.ts';
import { type ActivityKind, kindAsking } from '../../activity/tail.ts';
import { watchKey } from '../../wallet/watch.ts';
import { type DuePoll, isFirstOf } from '../due-polls.ts';

/** What a wallet's activity asks for. */
export interface ActivePolls {
  readonly kind: ActivityKind;
  readonly polls: readonly DuePoll[];
  /** No poll has succeeded since it was seen. */
  readonly isFirst: boolean;
}

/** Polls of one wallet. */
export interface HintedPolls {
  /** Null: its activity asks for nothing. */
  readonly active: ActivePolls | null;
  /** Its sweep, where that is due; for the case that the plan has no calls for its activity. */
  readonly swept: readonly DuePoll[];
}

/** The due polls of a wallet as they are, each with the sight that it is made for. */
export function markedPolls(due: readonly DuePoll[], { marks }: Pick<Hints, 'marks'>): readonly DuePoll[] {
  return due.map((poll) => ({
    ...poll,
    activity: { stamp: marks.get(poll.watch.wallet)?.stamp ?? null, sweep: null },
  }));
}

/**
 * What is left of the due polls of a wallet that is not ordinary. Only the polls go of a wallet that no scan saw active, that
 * has no poll outstanding and whose sweep is not due.
 * @param due by the wallet's own interval, at this tick
 * @param sweepSeconds between two polls of a wallet that the node shows nothing of
 * @param sweepStretch the factor of that time, by which the sweeps of a day fit the plan
 */
export function hintedPolls(
  due: readonly DuePoll[],
  hints: Hints,
  { minute, sweepSeconds, sweepStretch }: { minute: number; sweepSeconds: number; sweepStretch: number },
): HintedPolls {
  const [first] = due;
  if (first === undefined) return { active: null, swept: [] };
  const mark = hints.marks.get(first.watch.wallet);
  const kind = mark === undefined ? null : kindAsking(mark, minute);
  const polls = markedPolls(due, hints);
  const active = kind && { kind, polls, isFirst: mark?.polledAt === null };
  const { sweptThrough: swept, scanned } = hints;
  const last = swept !== null && swept < minute ? swept : minute - 1;
  const longer = Math.max(sweepSeconds, first.intervalSeconds) * sweepStretch;
  if (!isFirstOf(watchKey(first.watch), longer, first.intervalSeconds, { minute, last }))
    return { active, swept: [] };
  return { active, swept: [{ ...first, activity: { stamp: mark?.stamp ?? null, sweep: scanned } }] };
}
