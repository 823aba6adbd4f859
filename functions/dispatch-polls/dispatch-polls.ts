import type { OpenIncident } from '../incidents/incident.ts';
import { readWatchlist, type WatchedRow } from '../wallet/read-watchlist.ts';
import { watchKey } from '../wallet/watch.ts';
import { announceImport } from './announce-import.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import { callsADay, type DuePoll, duePolls, rotate, stretchFactor } from './due-polls.ts';
import { expireOrphans } from './expire-orphans.ts';
import { inMessages } from './in-messages.ts';
import { recordSpentQuota, recordStretch } from './plan-incidents.ts';
import { recordRowIncidents } from './row-incidents.ts';
import type { NotBegun } from './watch-lifecycle.ts';

/**
 * One tick: every wallet that is due goes into the queue of polls. What operations should know of the rows is told
 * after that, so that no trouble with telling delays a poll.
 * @param tick when it was due; EventBridge and a person by hand may both make one in the same minute
 */
export async function dispatchPolls(tick: Date, deps: DispatchDependencies): Promise<{ polls: number }> {
  const rows = await deps.readRows();
  const watchlist = readWatchlist(rows);
  const watched = watchlist.watched.filter(({ watch }) => !watch.paused);
  const notBegun = await deps.states.notBegun(watched.map(({ watch }) => watch));
  const stretch = stretchFactor(watched, deps.everySeconds, deps.callsPerDay);
  const due = watched.flatMap((row) => dueNow(row, stretch, notBegun, tick, deps));
  const isSpent = await deps.quota.isSpent();
  // On a day without calls left, wallets that are new are sent all the same: their watch begins with a poll that fails.
  const sent = isSpent ? due.filter(({ watch }) => notBegun.has(watchKey(watch))) : due;
  const { pollsPerMessage, callsPerDay } = deps;
  const common = { tick, now: deps.clock.now(), pollsPerMessage, stretch, callsPerDay };
  const messages = inMessages(rotate(sent, tick), common);
  const unsent = await deps.send(messages);

  const open: readonly OpenIncident[] = await deps.incidents.list();
  if (isSpent) await recordSpentQuota(open, deps);
  await recordRowIncidents(watchlist, open, deps);
  await recordStretch(callsADay(watched, deps.everySeconds), callsPerDay, open, deps.incidents);
  await announceImport(notBegun.size, deps);
  if (beginsDay(tick)) await expireOrphans(watchlist, deps);
  if (unsent > 0) throw new Error(`SQS refused ${unsent} polls; they are due again at the next tick.`);
  return { polls: messages.reduce((sum, { polls }) => sum + polls, 0) };
}

function dueNow(
  row: WatchedRow,
  stretch: number,
  notBegun: ReadonlyMap<string, NotBegun>,
  tick: Date,
  deps: DispatchDependencies,
): readonly DuePoll[] {
  const interval = (row.watch.everySeconds ?? deps.everySeconds) * stretch;
  return duePolls(row, interval, notBegun.get(watchKey(row.watch)) ?? null, tick);
}

function beginsDay(tick: Date): boolean {
  return tick.getUTCHours() === 0 && tick.getUTCMinutes() === 0;
}
