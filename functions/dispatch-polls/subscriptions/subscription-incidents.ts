import type { Incident } from '../../incidents/incident.ts';
import type { RememberedSubscription, TopicName } from './topic-subscriptions.ts';

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
    ...{ type: 'subscription.pending', ...named(topic, subscription) },
    reason: `${wordFor(protocol)} ${shown} gets nothing from the ${topic} topic: its subscription is not confirmed.`,
    whatToDo: `Have it confirmed: ${by}, within 48 hours of subscribing. ${subscribeCommand(topic)} sends it once more.`,
  };
}

export function droppedIncident(topic: TopicName, subscription: RememberedSubscription): Incident {
  const { protocol, shown } = subscription;
  return {
    ...{ type: 'subscription.lost', ...named(topic, subscription) },
    reason: `${wordFor(protocol)} ${shown} gets nothing from the ${topic} topic any more: its subscription was confirmed, and is gone. Somebody unsubscribed, or SNS ended it after too many failures.`,
    whatToDo: `${subscribeCommand(topic)} subscribes it again. Nothing, if it was meant: this ends by itself after a week.`,
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
  ...{ wallet: null, chain: null, part: incidentPart(topic, subscription) },
  about: { detail: `${topic} to ${subscription.shown}` },
});

function wordFor(protocol: string): string {
  if (protocol.startsWith('email')) return 'The email address';
  return protocol === 'sms' ? 'The phone number' : `The ${protocol} endpoint at`;
}
