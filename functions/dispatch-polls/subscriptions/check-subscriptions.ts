import type { Incident, OpenIncident } from '../../incidents/incident.ts';
import { reconcile } from '../../incidents/incident-log.ts';
import type { DispatchDependencies } from '../dispatch-dependencies.ts';
import { isNearlySpent, smsIncident } from './sms-spend.ts';
import {
  droppedIncident,
  partOf,
  pendingIncident,
  type Subscriptions,
  unheardIncident,
} from './subscription-incidents.ts';
import {
  type RememberedSubscription,
  subscriptionId,
  type TopicName,
  type TopicSubscription,
  topics,
} from './topic-subscriptions.ts';

interface TopicCheck
  extends Pick<DispatchDependencies, 'incidents' | 'clock' | 'log'>,
    Pick<Subscriptions, 'memory'> {
  readonly topic: TopicName;
  readonly listed: readonly TopicSubscription[];
  /** Ids of confirmed subscriptions. */
  readonly confirmed: ReadonlySet<string>;
  /** Incidents of all types and topics. */
  readonly open: readonly OpenIncident[];
}

/** Once a day: reports subscriptions that are unconfirmed or gone, and that nobody gets alerts. @throws Error last, if a part failed */
export async function checkSubscriptions(
  watched: number,
  open: readonly OpenIncident[],
  { subscriptions, ...deps }: Pick<DispatchDependencies, 'subscriptions' | 'incidents' | 'clock' | 'log'>,
): Promise<void> {
  if (subscriptions === undefined) return;
  const { list, memory } = subscriptions;
  const unchecked: string[] = [];
  for (const topic of topics) {
    try {
      const listed = await list(topic);
      const confirmed = new Set(listed.filter(({ state }) => state === 'confirmed').map(({ id }) => id));
      await checkTopic({ ...deps, topic, listed, confirmed, open, memory }, watched);
    } catch (error) {
      // This role may not read the list of somebody else's topic: the other topic is checked all the same.
      unchecked.push(`${topic}: ${String(error)}`);
    }
  }
  if (unchecked.length > 0) throw new Error(unchecked.join('; '));
}

async function checkTopic(check: TopicCheck, watched: number): Promise<void> {
  const { topic, confirmed, open, incidents } = check;
  if (topic === 'alerts') {
    // Queues and functions count too.
    if (watched > 0 && confirmed.size === 0) await incidents.begin([unheardIncident(watched)], open);
    else await incidents.end(open.filter(({ type }) => type === 'alerts.unheard'));
    await endRemoved(check);
  }
  await recordPending(check);
  await recordDropped(check);
}

/** If a deploy removed a failing destination, nothing else ends its incident. */
async function endRemoved({ listed, open, incidents }: TopicCheck): Promise<void> {
  const queues = new Set(listed.map(({ id }) => id));
  const removed = open.filter(
    ({ type, part = '' }) => type === 'destination.failing' && !queues.has(subscriptionId('sqs', part)),
  );
  await incidents.end(removed, 'The destination was removed');
}

/** Reports unconfirmed subscriptions at once: SNS deletes them after 48 hours, before the next check could help. */
async function recordPending(check: TopicCheck): Promise<void> {
  const { topic, listed, confirmed } = check;
  const pending = listed.filter(
    (one) => one.state === 'pending' && ofPeople.has(one.protocol) && !confirmed.has(one.id),
  );
  const present = pending.map((one) => pendingIncident(topic, one));
  await recordSome('unconfirmed', onRecord('subscription.pending', check), present, check, [
    'The subscription is confirmed',
    'Nobody confirmed the subscription, and it is deleted',
  ]);
}

/** Protocols whose subscribers can unsubscribe without a right in this account. Only deploys change the others. */
const ofPeople = new Set(['email', 'email-json', 'sms', 'http', 'https']);

/** A type's incidents on record for this topic. */
function onRecord(type: OpenIncident['type'], { topic, open }: TopicCheck): readonly OpenIncident[] {
  return open.filter((one) => one.type === type && one.part?.startsWith(`${topic}/`));
}

function isConfirmed({ part }: OpenIncident, { topic, confirmed }: TopicCheck): boolean {
  return confirmed.has(part?.slice(topic.length + 1) ?? '');
}

/** @param ends why an incident is over: its subscription is confirmed, or not @returns parts of newly recorded incidents */
async function recordSome(
  what: 'unconfirmed' | 'gone',
  known: readonly OpenIncident[],
  present: readonly Incident[],
  check: TopicCheck,
  ends: readonly [confirmed: string, otherwise: string],
): Promise<ReadonlySet<string | undefined>> {
  const why = (one: OpenIncident) => ends[isConfirmed(one, check) ? 0 : 1];
  const { fresh, left } = await reconcile(known, present, check.incidents, { most: 100, why });
  if (left > 0)
    check.log.warn(`more subscriptions are ${what} than are reported at a time`, {
      topic: check.topic,
      unreported: left,
    });
  return new Set(fresh.map(({ part }) => part));
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

/** Some 25 KB of an item. Of a larger topic, the loss of further subscriptions is not noticed. */
const maxRemembered = 300;

/** In ms: by then the owner has noticed the loss, or wanted it. */
const leftAtThat = 7 * 86_400_000;

/** Reports confirmed subscriptions that are gone, or back. A loss may be wanted, so its incident ends after a week. */
async function recordDropped(check: TopicCheck): Promise<void> {
  const { topic, confirmed, memory, clock } = check;
  const remembered = await memory.read(topic);
  const known = onRecord('subscription.lost', check);
  const kept = known.filter((one) => !isConfirmed(one, check) && clock.now() - one.since < leftAtThat);
  const parts = new Set(known.map(({ part }) => part));
  const gone = remembered.filter((one) => !confirmed.has(one.id) && !parts.has(partOf(topic, one)));
  const present = [...kept, ...gone.map((one) => droppedIncident(topic, one))];
  const begun = await recordSome('gone', known, present, check, [
    'The subscription is there again',
    'The subscription was not made again, and this is left at that',
  ]);
  const unreported = gone.filter((one) => !begun.has(partOf(topic, one)));
  // Last: after a crash the next check finds the same losses again.
  await memory.write(topic, toRemember(check, remembered, unreported));
}

/** Remembered subscriptions keep their place, so that those beyond the maximum are always the same. */
function toRemember(
  { topic, listed, log }: TopicCheck,
  before: readonly RememberedSubscription[],
  unreported: readonly RememberedSubscription[],
): readonly RememberedSubscription[] {
  const now = new Map(
    listed
      .filter((one) => one.state === 'confirmed' && ofPeople.has(one.protocol))
      .map((one) => [one.id, one]),
  );
  const known = before.flatMap(({ id }) => now.get(id) ?? []);
  const others = now.values().filter(({ id }) => known.every((one) => one.id !== id));
  const all = [...unreported, ...known, ...others];
  if (all.length > maxRemembered)
    log.warn('a topic has more subscriptions than are checked for losses', {
      topic,
      beyond: all.length - maxRemembered,
    });
  return all.slice(0, maxRemembered);
}
