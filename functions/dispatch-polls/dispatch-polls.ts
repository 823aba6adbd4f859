import type { OpenIncident } from '../incidents/incident.ts';
import { watchKey } from '../wallet/watch.ts';
import { daily, hourly } from './daily/daily-tasks.ts';
import { dispatchChains } from './dispatch-chains.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import { recordActivityIncidents } from './hints/activity-incidents.ts';
import { openTick } from './open-tick.ts';
import { recordSpentQuota, recordStretch } from './plan-incidents.ts';
import { announceImport } from './rows/announce-import.ts';
import { expireOrphans } from './rows/expire-orphans.ts';
import { recordRowIncidents } from './rows/row-incidents.ts';
import { sendWakeUps } from './scan-between.ts';
import { checkSubscriptions } from './subscriptions/check-subscriptions.ts';
import { checkSmsSpend } from './subscriptions/record-sms-spend.ts';

/**
 * One tick: every wallet that is due goes into the queue of polls. What operations should know of the rows is told
 * after that, so that no trouble with telling delays a poll.
 * @param tick when it was due; EventBridge and a person by hand may both make one in the same minute
 */
export async function dispatchPolls(tick: Date, deps: DispatchDependencies): Promise<{ polls: number }> {
  const { watchlist, rows, watched, nodes, nodeless, common } = await openTick(
    await deps.readRows(),
    tick,
    deps,
  );
  const { notBegun, isSpent } = common;
  const sent = await dispatchChains(watched, nodes, common, deps);
  await sendWakeUps(tick, nodes.values(), deps);

  const open: readonly OpenIncident[] = await deps.incidents.list();
  if (isSpent) await recordSpentQuota(open, deps);
  await recordRowIncidents({ ...watchlist, nodeless }, open, deps);
  await recordStretch(sent.asked, deps.callsPerDay, open, deps.incidents);
  await recordActivityIncidents(sent.troubles, open, deps);
  await announceImport(rows.filter(({ watch }) => notBegun.has(watchKey(watch))).length, deps);
  await deps.doPeriodic(tick, {
    subscriptions: daily(() => checkSubscriptions(rows.length, open, deps)),
    // Behind the subscriptions, whose check leaves on record whether a phone is among them.
    smsSpend: hourly(() => checkSmsSpend(open, deps)),
    // Last: a scan of many states may take what is left of the tick.
    orphans: daily(() => expireOrphans(watchlist, deps)),
  });
  if (sent.unsent > 0)
    throw new Error(`SQS refused ${sent.unsent} polls; they are due again at the next tick.`);
  return { polls: sent.polls };
}
