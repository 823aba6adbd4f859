import { concernsAny } from '../incidents/incident.ts';
import { apiIncidentTypes } from '../incidents/incident-kinds.ts';
import { tickMinute } from '../runtime/clock.ts';
import type { DispatchDependencies } from './dependencies.ts';
import { dispatchChains } from './dispatch-chains.ts';
import { openTick } from './open-tick.ts';
import { daily, hourly, type PeriodicTasks } from './periodic-tasks.ts';
import { recordRowIncidents } from './rows/row-incidents.ts';
import { sendWakeUps } from './scan-between.ts';
import { checkSmsSpend, checkSubscriptions } from './subscriptions/check-subscriptions.ts';
import { summaryTask } from './summary/send-summary.ts';
import { recordActivityIncidents, recordRefused, recordSpentQuota, recordStretch } from './tick-incidents.ts';

const noneAsksApi = 'No wallet needs the API any more';
const isOfApi: ReadonlySet<string> = new Set(apiIncidentTypes);

/** One tick: queues the due polls, then reports to operations. A failed report stops no other. @param tick its due time */
export async function dispatchPolls(tick: Date, deps: DispatchDependencies): Promise<{ polls: number }> {
  const ticked = await sendPolls(tick, deps);
  const { rows, common, sent, health, open } = ticked;
  const faults: unknown[] = [];
  const report = (reported: Promise<void>) => reported.catch((error: unknown) => void faults.push(error));
  const ofApi = rows.map(({ watch }) => watch.chain).filter((chain) => !deps.isReadFromNode(chain));
  const apiChains = new Set(ofApi.map(({ id }) => id));
  // No poll would end these incidents.
  const left = open.filter((one) => isOfApi.has(one.type) && !concernsAny(one, apiChains));
  if (left.length > 0) await report(deps.incidents.end(left, noneAsksApi));
  if (apiChains.size > 0 && common.isSpent) await report(recordSpentQuota(open, deps));
  await report(recordRowIncidents(ticked.watchlist, open, deps));
  // In a node's first ticks without a fresh scan, its wallets ask for more calls for a while.
  if (!health.some(({ doubt, isLasting }) => doubt !== null && !isLasting))
    await report(recordStretch(sent.wanted, open, deps));
  await report(recordActivityIncidents(health, open, deps));
  await report(recordRefused(health, open, deps));
  await report(deps.summariseImport(common.notBegun.size, deps.publishOperations));
  await deps.runDueTasks(tick, tasksOf(tick, ticked, deps));
  if (faults.length > 0)
    throw new AggregateError(faults, `Operations could not be told: ${String(faults[0])}`);
  if (sent.unsent > 0)
    throw new Error(`SQS refused ${sent.unsent} polls; each is due again after its interval at the latest.`);
  return { polls: sent.polls };
}

type SentTick = Awaited<ReturnType<typeof sendPolls>>;

/** Sends the tick's polls, then reports to the heartbeat's monitor whether the tick went well. */
async function sendPolls(tick: Date, deps: DispatchDependencies) {
  const begun = deps.clock.now();
  const beat = await deps.heartbeat?.begin(tick, deps.send);
  let isWell = false;
  try {
    deps.lostTicks.add(tickMinute(tick));
    const opened = await openTick(await deps.readRows(), tick, deps);
    const { nodes } = opened;
    const counted = { name: beat?.name, send: beat?.send ?? deps.send };
    const sent = await dispatchChains(opened.watched, nodes, { ...deps, ...opened.common, ...counted });
    const tookNone = sent.unsent > 0 && sent.unsent === sent.polls;
    if (!tookNone) deps.lostTicks.clear();
    await sendWakeUps(tick, begun, nodes.values(), deps);
    const open = await deps.incidents.list();
    const health = [...opened.unread, ...sent.health];
    isWell =
      sent.unsent === 0 &&
      !health.some(({ isLasting, isReadFromNode }) => isLasting && isReadFromNode) &&
      !open.some(({ type, claimedAt }) => isOfApi.has(type) && claimedAt > 0);
    return { ...opened, sent, health, open };
  } finally {
    await beat?.end(isWell);
  }
}

function tasksOf(tick: Date, ticked: SentTick, deps: DispatchDependencies): PeriodicTasks {
  const { open, rows } = ticked;
  const { subscriptions, summary } = deps;
  const facts = { wallets: rows.length, watches: ticked.watched.map(({ watch }) => watch), open };
  return {
    ...(subscriptions && {
      subscriptions: daily(() => checkSubscriptions(rows.length, open, { ...deps, subscriptions })),
      // After `subscriptions`, which stores whether a phone is subscribed.
      smsSpend: hourly(() => checkSmsSpend(open, { ...deps, subscriptions })),
    }),
    ...(summary && { summary: summaryTask(tick, facts, { ...deps, summary }) }),
    // Last: a scan of many states may take the rest of the tick's time.
    orphans: daily(() => deps.expireOrphans(ticked.watchlist)),
  };
}
