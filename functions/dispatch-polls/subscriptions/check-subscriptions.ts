import type { OpenIncident } from '../../incidents/incident.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';
import { recordDropped } from './record-dropped.ts';
import { recordPending } from './record-pending.ts';
import { recordSmsSpend } from './record-sms-spend.ts';
import type { Subscriptions, TopicCheck } from './subscription-check.ts';
import { unheardIncident } from './subscription-incidents.ts';
import { type TopicName, topics } from './topic-subscriptions.ts';

/** What the check needs of a tick. */
type CheckDependencies = Pick<DispatchDependencies, 'subscriptions' | 'incidents' | 'clock' | 'log'>;

/**
 * Once a day: tells operations whose subscription is unconfirmed or gone, that nobody gets alerts, and that SMS are
 * about to stop. It never fails: what keeps a topic from being checked is logged, and the next day checks it again.
 * @param watched how many wallets are watched
 * @param open what is on record
 */
export async function checkSubscriptions(
  watched: number,
  open: readonly OpenIncident[],
  deps: CheckDependencies,
): Promise<void> {
  const { subscriptions, log } = deps;
  if (subscriptions === undefined) return;
  const checks: TopicCheck[] = [];
  for (const topic of topics) {
    try {
      const check = await beginCheck(topic, subscriptions, open, deps);
      checks.push(check);
      if (topic === 'alerts') await recordUnheard(watched, check);
      await recordPending(check);
      await recordDropped(check);
    } catch (error) {
      // One topic may be somebody else's, whose list this role may not read: the other is checked all the same.
      log.error("error: a topic's subscriptions can't be checked; the next day does it again", {
        topic,
        error: String(error),
      });
    }
  }
  try {
    const listed = checks.flatMap((check) => check.listed);
    const { smsSpend } = subscriptions;
    await recordSmsSpend(listed, checks.length === topics.length, open, {
      smsSpend,
      incidents: deps.incidents,
    });
  } catch (error) {
    log.error("error: what SMS cost can't be read; the next day does it again", { error: String(error) });
  }
}

async function beginCheck(
  topic: TopicName,
  { list, memory }: Subscriptions,
  open: readonly OpenIncident[],
  { incidents, clock, log }: CheckDependencies,
): Promise<TopicCheck> {
  const listed = await list(topic);
  const confirmed = new Set(listed.filter(({ state }) => state === 'confirmed').map(({ id }) => id));
  return { topic, listed, confirmed, open, memory, incidents, clock, log };
}

/** Queues and functions count as well: somebody reads them. */
async function recordUnheard(
  watched: number,
  { confirmed, open, incidents }: Pick<TopicCheck, 'confirmed' | 'open' | 'incidents'>,
): Promise<void> {
  if (watched > 0 && confirmed.size === 0) await incidents.begin([unheardIncident(watched)], open);
  else await incidents.end(open.filter(({ type }) => type === 'alerts.unheard'));
}
