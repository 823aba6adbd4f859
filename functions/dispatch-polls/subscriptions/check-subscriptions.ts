import type { Incident, OpenIncident } from '../../incidents/incident.ts';
import { reconcile } from '../../incidents/incident-log.ts';
import { dayMs } from '../../runtime/clock.ts';
import type { DispatchDependencies } from '../dependencies.ts';
import { isNearlySpent, smsIncident } from './sms-spend.ts';
import {
  type RememberedSubscription,
  subscriptionId,
  type TopicName,
  type TopicSubscription,
  topics,
} from './topic-subscriptions.ts';

type CheckDependencies = Pick<DispatchDependencies, 'incidents' | 'clock'> & {
  readonly subscriptions: NonNullable<DispatchDependencies['subscriptions']>;
};

/**
 * Reports unconfirmed and lost subscriptions, and an alerts topic without subscribers.
 * @param watched number of wallets @param open all open incidents @throws Error after all checks, if one failed
 */
export async function checkSubscriptions(
  watched: number,
  open: readonly OpenIncident[],
  deps: CheckDependencies,
): Promise<void> {
  const unchecked: string[] = [];
  for (const topic of topics) {
    try {
      const listed = await deps.subscriptions.list(topic);
      if (topic === 'alerts') await checkSubscribers(watched, listed, open, deps);
      await checkTopic(topic, listed, open, deps);
    } catch (error) {
      // The other topic is checked all the same: this role may not read the list of somebody else's topic.
      unchecked.push(`${topic}: ${String(error)}`);
    }
  }
  if (unchecked.length > 0) throw new Error(unchecked.join('; '));
}

/** Reports that nobody gets alerts. A subscribed queue or function counts as somebody. */
async function checkSubscribers(
  watched: number,
  listed: readonly TopicSubscription[],
  open: readonly OpenIncident[],
  { incidents }: CheckDependencies,
): Promise<void> {
  const isUnheard = watched > 0 && !listed.some(({ state }) => state === 'confirmed');
  const unheard = open.filter(({ type }) => type === 'alerts.unheard');
  await reconcile(unheard, isUnheard ? [unheardIncident(watched)] : [], incidents);
  // If a deploy removed a failing destination, nothing else ends its incident.
  const queues = new Set(listed.map(({ id }) => id));
  const removed = open.filter(
    ({ type, part = '' }) => type === 'destination.failing' && !queues.has(subscriptionId('sqs', part)),
  );
  await incidents.end(removed, 'The destination was removed');
}

/** Protocols by which subscribers can unsubscribe without any permission in this AWS account. */
const personalProtocols = new Set(['email', 'email-json', 'sms', 'http', 'https']);

/** A loss is reported for this many ms: by then the owner has noticed it, or wanted it. */
const lossReportedFor = 7 * dayMs;

/** Some 25 KB of an item. A larger topic may lose further subscriptions unnoticed. */
const maxRemembered = 300;

async function checkTopic(
  topic: TopicName,
  listed: readonly TopicSubscription[],
  open: readonly OpenIncident[],
  { incidents, subscriptions: { memory }, clock }: CheckDependencies,
): Promise<void> {
  const confirmed = new Map(listed.filter((one) => one.state === 'confirmed').map((one) => [one.id, one]));
  const isBack = ({ part = '' }: OpenIncident) => confirmed.has(part.slice(topic.length + 1));
  const onRecord = (kind: 'subscription.pending' | 'subscription.lost') =>
    open.filter(({ type, part }) => type === kind && part?.startsWith(`${topic}/`));
  const record = (known: readonly OpenIncident[], present: readonly Incident[]) =>
    reconcile(known, present, incidents, { most: 100 });

  // Reported at their first check: SNS deletes unconfirmed subscriptions after 48 hours.
  const pending = listed.filter(
    ({ state, protocol, id }) => state === 'pending' && personalProtocols.has(protocol) && !confirmed.has(id),
  );
  const waiting = pending.map((one) => pendingIncident(topic, one));
  await record(onRecord('subscription.pending'), waiting);

  // A loss may be wanted, so its incident ends after a week.
  const remembered = await memory.read(topic);
  const known = onRecord('subscription.lost');
  const kept = known.filter((one) => !isBack(one) && clock.now() - one.since < lossReportedFor);
  const gone = remembered.filter((one) => !confirmed.has(one.id));
  const dropped = gone.map((one) => droppedIncident(topic, one));
  const fresh = await record(known, [...kept, ...dropped]);
  const reported = new Set([...known, ...fresh].map(({ part }) => part));

  const people = Array.from(confirmed.values()).filter(({ protocol }) => personalProtocols.has(protocol));
  const unreported = gone.filter((one) => !reported.has(incidentPart(topic, one)));
  // Written last: after a crash the next check finds the same losses again.
  await memory.write(topic, [...unreported, ...people].slice(0, maxRemembered));
}

/** Reports that the SMS limit is nearly spent. The daily check has stored whether a phone is subscribed. */
export async function checkSmsSpend(
  open: readonly OpenIncident[],
  { subscriptions, incidents }: Pick<CheckDependencies, 'subscriptions' | 'incidents'>,
): Promise<void> {
  const known = await Promise.all(topics.map((topic) => subscriptions.memory.read(topic)));
  const hasSms = known.flat().some(({ protocol }) => protocol === 'sms');
  const spend = hasSms ? await subscriptions.smsSpend() : null;
  const spent = open.filter(({ type }) => type === 'sms.spent');
  await reconcile(spent, spend !== null && isNearlySpent(spend) ? [smsIncident(spend)] : [], incidents);
}

/** Identifies a subscription: two masked addresses may look the same. */
export function incidentPart(topic: TopicName, { id }: Pick<RememberedSubscription, 'id'>): string {
  return `${topic}/${id}`;
}

function subscribeCommand(topic: TopicName): string {
  return `npx chainbell subscribe <address>${topic === 'operations' ? ' --operations' : ''}`;
}

export function pendingIncident(topic: TopicName, subscription: RememberedSubscription): Incident {
  const { protocol, shown } = subscription;
  const by = protocol.startsWith('email')
    ? `the link in SNS's mail "AWS Notification - Subscription Confirmation" does`
    : 'visiting the SubscribeURL that SNS posted to it does';
  return {
    type: 'subscription.pending',
    ...named(topic, subscription),
    reason: `${wordFor(protocol)} ${shown} gets nothing from the ${topic} topic: its subscription is not confirmed.`,
    whatToDo: `Have it confirmed: ${by}, within 48 hours of subscribing. ${subscribeCommand(topic)} sends it once more.`,
  };
}

export function droppedIncident(topic: TopicName, subscription: RememberedSubscription): Incident {
  const { protocol, shown } = subscription;
  return {
    type: 'subscription.lost',
    ...named(topic, subscription),
    reason: `${wordFor(protocol)} ${shown} gets nothing from the ${topic} topic any more: its subscription was confirmed, and is gone. Somebody unsubscribed, or SNS ended it after too many failures.`,
    whatToDo: `${subscribeCommand(topic)} subscribes it again. If the loss was meant, do nothing: this ends after a week.`,
  };
}

/** @param watched how many wallets */
export function unheardIncident(watched: number): Incident {
  return {
    type: 'alerts.unheard',
    wallet: null,
    chain: null,
    reason: `No subscription of the alerts topic is confirmed, and wallets are watched (${watched}): their alerts are in the History table and nowhere else.`,
    whatToDo: `${subscribeCommand('alerts')} adds a subscriber; or set emails, phones, webhooks or destinations, then npx cdk deploy.`,
  };
}

const named = (topic: TopicName, subscription: RememberedSubscription) => ({
  wallet: null,
  chain: null,
  part: incidentPart(topic, subscription),
  about: { detail: `${topic} to ${subscription.shown}` },
});

function wordFor(protocol: string): string {
  if (protocol.startsWith('email')) return 'The email address';
  return protocol === 'sms' ? 'The phone number' : `The ${protocol} endpoint at`;
}
