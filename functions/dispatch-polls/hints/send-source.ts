import { minuteOf } from '../../activity/activity.ts';
import type { Hints } from '../../activity/chain-activity.ts';
import { kindAsking } from '../../activity/tail.ts';
import type { WatchedRow } from '../../wallet/understand-row.ts';
import { watchKey } from '../../wallet/watch.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';
import type { DuePoll } from '../due-polls.ts';
import { type ChainsTick, dueNow, isPolledAtOnce, type SentPolls, sendDue } from '../send-due.ts';
import { markedPolls } from './hinted-polls.ts';

/** Polls a chain that is read from its node: wallets that scans saw, and new ones once their past is read. No calls, no sweeps. */
export async function sendSource(
  rows: readonly WatchedRow[],
  hints: Hints,
  common: ChainsTick,
  deps: DispatchDependencies,
): Promise<SentPolls> {
  const minute = minuteOf(common.tick);
  const asks = (row: WatchedRow) => {
    if (common.isBetween) return isPolledAtOnce(row, hints, common, deps);
    const { watch } = row;
    if (common.notBegun.has(watchKey(watch)))
      return hints.scanned !== null && !hints.unreadPast.has(watch.wallet);
    const mark = hints.marks.get(watch.wallet);
    return mark !== undefined && kindAsking(mark, minute) !== null;
  };
  // An old journal may hold what a re-org took, which no scan has seen yet.
  const due = (hints.isCurrent ? rows : [])
    .filter(asks)
    .flatMap((row): readonly DuePoll[] => dueNow(row, 1, common, deps));
  return sendDue(
    markedPolls(due, hints),
    { pollsADay: 0, isUrgent: true },
    { ...common, isSpent: false },
    deps,
  );
}
