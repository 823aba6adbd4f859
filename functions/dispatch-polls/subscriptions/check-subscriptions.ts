import type { OpenIncident } from '../../incidents/incident.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';
import { recordDropped } from './record-dropped.ts';
import { isNearlySpent, smsIncident } from './sms-spend.ts';
import { mostOnRecord, onRecord, type Subscriptions, type TopicCheck } from './subscription-check.ts';
import { isOfPeople, partOf, pendingIncident, unheardIncident } from './subscription-incidents.ts';
import { type TopicName, topics } from './topic-subscriptions.ts';

type CheckDependencies = Pick<DispatchDependencies, 'subscriptions' | 'incidents' | 'clock' | 'log'>;

/** Once a day: reports subscriptions that are unconfirmed or gone, and that nobody gets alerts. @throws Error last, if a part failed */
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

/** Queues and functions count too. */
async function recordUnheard(
  watched: number,
  { confirmed, open, incidents }: Pick<TopicCheck, 'confirmed' | 'open' | 'incidents'>,
): Promise<void> {
  if (watched > 0 && confirmed.size === 0) await incidents.begin([unheardIncident(watched)], open);
  else await incidents.end(open.filter(({ type }) => type === 'alerts.unheard'));
}

/** Reports unconfirmed subscriptions at once: SNS deletes them after 48 hours, before the next check could help. */
async function recordPending(check: TopicCheck): Promise<void> {
  const { topic, listed, confirmed, open, incidents, log } = check;
  const pending = new Map(
    listed
      .filter((one) => one.state === 'pending' && isOfPeople(one) && !confirmed.has(one.id))
      .map((one) => [partOf(topic, one), one]),
  );
  const known = onRecord('subscription.pending', check);
  const parts = new Set([...confirmed].map((id) => partOf(topic, { id })));
  const over = [...known].filter(([part]) => !pending.has(part));
  const [done, expired] = [true, false].map((isConfirmed) =>
    over.filter(([part]) => parts.has(part) === isConfirmed).map(([, incident]) => incident),
  );
  await incidents.end(done ?? [], 'The subscription is confirmed');
  await incidents.end(expired ?? [], 'Nobody confirmed the subscription, and it is deleted');

  const kept = [...pending].filter(([part]) => known.has(part));
  const fresh = [...pending].filter(([part]) => !known.has(part));
  const told = fresh.slice(0, Math.max(0, mostOnRecord - kept.length));
  if (told.length < fresh.length)
    log.warn('more subscriptions are unconfirmed than are told of at a time', {
      topic,
      untold: fresh.length - told.length,
    });
  await incidents.begin(
    [...kept, ...told].map(([, one]) => pendingIncident(topic, one)),
    open,
  );
}

/** Once an hour: reports that the SMS limit is nearly spent. The daily check has stored whether a phone is subscribed. */
export async function checkSmsSpend(
  open: readonly OpenIncident[],
  { subscriptions, incidents }: Pick<DispatchDependencies, 'subscriptions' | 'incidents'>,
): Promise<void> {
  if (subscriptions === undefined) return;
  const known = await Promise.all(topics.map((topic) => subscriptions.memory.read(topic)));
  const hasSms = known.flat().some(({ protocol }) => protocol === 'sms');
  const spend = hasSms ? await subscriptions.smsSpend() : null;
  if (spend !== null && isNearlySpent(spend)) await incidents.begin([smsIncident(spend)], open);
  else await incidents.end(open.filter(({ type }) => type === 'sms.spent'));
}
