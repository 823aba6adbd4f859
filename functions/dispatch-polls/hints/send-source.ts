import { minuteOf } from '../../activity/activity.ts';
import type { Hints } from '../../activity/chain-activity.ts';
import { kindAsking } from '../../activity/tail.ts';
import type { WatchedRow } from '../../wallet/understand-row.ts';
import { watchKey } from '../../wallet/watch.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';
import type { DuePoll } from '../due-polls.ts';
import { type ChainsTick, dueNow, isPolledAtOnce, type SentPolls, sendDue } from '../send-due.ts';
import { markedPolls } from './hinted-polls.ts';

/**
 * Sends the polls of a chain whose transfers are read from its node: of wallets that scans have seen, and of those that have not
 * begun, once there is a scan to begin with and their past is read. They are no calls of the plan, and nobody is swept: what no scan has found, no
 * poll finds.
 */
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
  // By an old journal a poll would settle blocks of which a re-org, that no scan has seen yet, may have taken something.
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
