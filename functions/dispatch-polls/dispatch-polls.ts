import { apiIncidentTypes } from '../incidents/api-incidents.ts';
import type { OpenIncident } from '../incidents/incident.ts';
import { watchKey } from '../wallet/watch.ts';
import { dispatchChains } from './dispatch-chains.ts';
import type { DispatchDependencies } from './dispatch-dependencies.ts';
import type { Beat } from './heartbeat.ts';
import { openTick } from './open-tick.ts';
import { daily, hourly, type PeriodicTasks } from './periodic-tasks.ts';
import { expireOrphans } from './rows/orphaned-states.ts';
import { recordRowIncidents } from './rows/row-incidents.ts';
import { sendWakeUps } from './scan-between.ts';
import { checkSmsSpend, checkSubscriptions } from './subscriptions/check-subscriptions.ts';
import type { TickFacts } from './summary/open-problems.ts';
import { summaryTask } from './summary/send-summary.ts';
import { recordActivityIncidents, recordRefused, recordSpentQuota, recordStretch } from './tick-incidents.ts';

/**
 * One tick: queues the due polls, then reports to operations, so that no report delays a poll. A failed report stops no other.
 * @param tick its due time
 */
export async function dispatchPolls(tick: Date, deps: DispatchDependencies): Promise<{ polls: number }> {
  const send = (beat: Beat) => sendPolls(tick, beat, deps);
  const isWell = ({ sent, open }: Awaited<ReturnType<typeof send>>) =>
    sent.unsent === 0 &&
    !sent.troubles.some(({ lasts, isSource }) => lasts && isSource) &&
    !open.some(({ type }) => isOfApi.has(type));
  const { heartbeat } = deps;
  const ticked = await (heartbeat?.around(tick, deps.send, send, isWell) ?? send({ send: deps.send }));
  const { watchlist, rows, watched, nodeless, perhapsNodeless, common, sent, open } = ticked;
  const { notBegun, isSpent } = common;
  const faults: unknown[] = [];
  const report = (reported: Promise<void>) => reported.catch((error: unknown) => void faults.push(error));
  if (isSpent) await report(recordSpentQuota(open, deps));
  await report(recordRowIncidents({ ...watchlist, nodeless, perhapsNodeless }, open, deps));
  // During a node's first ticks without a fresh scan its wallets ask for more calls, which usually passes.
  if (!sent.troubles.some(({ doubt, lasts }) => doubt !== null && !lasts))
    await report(recordStretch(sent.asked, open, deps));
  await report(recordActivityIncidents(sent.troubles, open, deps));
  await report(recordRefused(sent.troubles, open, deps));
  const begun = rows.filter(({ watch }) => notBegun.has(watchKey(watch))).length;
  await report(deps.announcements.summarise(begun, deps.publishOperations));
  await deps.doPeriodic(tick, {
    subscriptions: daily(() => checkSubscriptions(rows.length, open, deps)),
    // After `subscriptions`, which stores whether a phone is subscribed.
    smsSpend: hourly(() => checkSmsSpend(open, deps)),
    ...summaryOf(tick, { wallets: rows.length, watches: watched.map(({ watch }) => watch), open }, deps),
    // Last: a scan of many states may take what is left of the tick.
    orphans: daily(() => expireOrphans(watchlist, deps)),
  });
  if (faults.length > 0)
    throw new AggregateError(faults, `Operations could not be told: ${String(faults[0])}`);
  if (sent.unsent > 0)
    throw new Error(`SQS refused ${sent.unsent} polls; each is due again after its interval.`);
  return { polls: sent.polls };
}

function summaryOf(tick: Date, facts: TickFacts, { summary }: DispatchDependencies): PeriodicTasks {
  return summary === undefined ? {} : { summary: summaryTask(tick, facts, summary) };
}

const isOfApi: ReadonlySet<string> = new Set(apiIncidentTypes);

async function sendPolls(tick: Date, { name, send }: Beat, deps: DispatchDependencies) {
  const opened = await openTick(await deps.readRows(), tick, deps);
  const { watched, nodes, unread, common } = opened;
  const all = await dispatchChains(watched, nodes, { ...deps, ...common, name, send });
  const sent = { ...all, troubles: [...unread, ...all.troubles] };
  await sendWakeUps(tick, nodes.values(), deps);
  const open: readonly OpenIncident[] = await deps.incidents.list();
  return { ...opened, sent, open };
}
