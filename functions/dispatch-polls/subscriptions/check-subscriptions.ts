import type { OpenIncident } from '../../incidents/incident.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';
import { recordDropped } from './record-dropped.ts';
import { recordPending } from './record-pending.ts';
import type { Subscriptions, TopicCheck } from './subscription-check.ts';
import { unheardIncident } from './subscription-incidents.ts';
import { type TopicName, topics } from './topic-subscriptions.ts';

/** What the check needs of a tick. */
type CheckDependencies = Pick<DispatchDependencies, 'subscriptions' | 'incidents' | 'clock' | 'log'>;

/**
 * Once a day: tells operations whose subscription is unconfirmed or gone, and that nobody gets alerts. What keeps one topic
 * from being checked keeps no other.
 * @param watched how many wallets are watched
 * @param open what is on record
 * @throws Error at the end, where a part of it could not be checked
 */
export async function checkSubscriptions(
  watched: number,
  open: readonly OpenIncident[],
  deps: CheckDependencies,
): Promise<void> {
  const { subscriptions } = deps;
  if (subscriptions === undefined) return;
  const unchecked: string[] = [];
  const note = (what: string) => (error: unknown) => void unchecked.push(`${what}: ${String(error)}`);
  for (const topic of topics) {
    // One topic may be somebody else's, whose list this role may not read: the other is checked all the same.
    const check = await beginCheck(topic, subscriptions, open, deps).catch(note(topic));
    if (check !== undefined) await checkTopic(check, watched).catch(note(topic));
  }
  if (unchecked.length > 0) throw new Error(unchecked.join('; '));
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

async function checkTopic(check: TopicCheck, watched: number): Promise<void> {
  if (check.topic === 'alerts') await recordUnheard(watched, check);
  await recordPending(check);
  await recordDropped(check);
}

/** Queues and functions count as well: somebody reads them. */
async function recordUnheard(
  watched: number,
  { confirmed, open, incidents }: Pick<TopicCheck, 'confirmed' | 'open' | 'incidents'>,
): Promise<void> {
  if (watched > 0 && confirmed.size === 0) await incidents.begin([unheardIncident(watched)], open);
  else await incidents.end(open.filter(({ type }) => type === 'alerts.unheard'));
}
