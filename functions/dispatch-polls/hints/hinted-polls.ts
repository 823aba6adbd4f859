import type { Hints } from '../../activity/chain-activity.ts';
import { type ActivityKind, kindAsking } from '../../activity/tail.ts';
import { watchKey } from '../../wallet/watch.ts';
import { type DuePoll, isFirstOf } from '../due-polls.ts';

export interface ActivePolls {
  readonly kind: ActivityKind;
  readonly polls: readonly DuePoll[];
  /** No poll has succeeded since it was seen. */
  readonly isFirst: boolean;
}

interface HintedPolls {
  readonly active: ActivePolls | null;
  /** Its due sweep, if the plan has no calls for its activity. */
  readonly swept: readonly DuePoll[];
}

/** Due polls, each with the stamp of the sight that it is made for. */
export function markedPolls(due: readonly DuePoll[], { marks }: Pick<Hints, 'marks'>): readonly DuePoll[] {
  return due.map((poll) => ({
    ...poll,
    activity: { stamp: marks.get(poll.watch.wallet)?.stamp ?? null, sweep: null },
  }));
}

/** Polls for a wallet's activity, and its sweep. @param due by its own interval @param sweepStretch factor of sweepSeconds */
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
