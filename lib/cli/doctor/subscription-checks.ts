import { partOf } from '../../../functions/dispatch-polls/subscriptions/subscription-incidents.ts';
import {
  createSubscriptionMemory,
  subscriptionId,
  topics,
} from '../../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import { documentClient } from '../../../functions/runtime/aws-clients.ts';
import { type Subscription, shownEndpoint } from '../subscribers/subscriptions.ts';
import { openIncidents } from '../watchlist/polled/shared-faults.ts';
import { type Findings, ok, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

/** As SNS lists them. */
export async function lookAtListed({ subscriptions }: Patient): Promise<Findings> {
  const all = await subscriptions();
  const isConfirmed = new Set(all.filter(({ state }) => state === 'confirmed').map(keyOf));
  // SNS lists an ended subscription for some days, also beside its successor.
  const others = all.filter((one) => !isConfirmed.has(keyOf(one)));
  const found = others.map((one) => wrong(sentenceOf(one)));
  for (const topic of topics)
    if (!all.some((one) => one.topic === topic && one.state === 'confirmed'))
      found.push(wrong(`nobody gets ${topic}: ${subscribeCommand(topic, 'you@example.org')}.`));
  return found.length === 0 ? [ok(`${all.length}, all of them confirmed`)] : found;
}

function sentenceOf({ topic, protocol, endpoint, state }: Subscription): string {
  const shown = shownEndpoint(endpoint);
  const again = subscribeCommand(topic, endpoint);
  if (state === 'dropped')
    return `${shown} gets no ${topic} any more: somebody unsubscribed it, or SNS gave up on it. If that was not meant: ${again}.`;
  const how = protocol.startsWith('email')
    ? `open the link in SNS's mail "AWS Notification - Subscription Confirmation", perhaps among spam.`
    : 'it must visit the SubscribeURL that SNS posted to it.';
  return `${shown} gets no ${topic} until it confirms: ${how} Once more: ${again}.`;
}

/** Confirmed at the daily check and no longer listed: SNS forgets who left after some days. */
export async function lookForLost({ stack, aws, subscriptions }: Patient): Promise<Findings> {
  const listed = new Set((await subscriptions()).map(keyOf));
  const dynamodb = documentClient(await aws.dynamodb());
  const memory = createSubscriptionMemory(dynamodb, stack.tables.state);
  const remembered = await Promise.all(
    topics.map(async (topic) =>
      (await memory.read(topic)).map((one) => [partOf(topic, one), `${topic} to ${one.shown}`] as const),
    ),
  );
  // The daily check records a missing subscription and forgets it.
  const onRecord = (await openIncidents({ stack, aws }))
    .filter(({ type }) => type === 'subscription.lost')
    .map(({ part = '', about }) => [part, about?.detail ?? part] as const);
  const gone = new Map([...remembered.flat(), ...onRecord].filter(([part]) => !listed.has(part)));
  return Array.from(gone, ([part, detail]) => {
    const topic = topics.find((name) => part.startsWith(`${name}/`)) ?? 'alerts';
    return wrong(
      `the subscription of ${detail} is gone: somebody unsubscribed it, or SNS gave up on it. If that was not meant: ${subscribeCommand(topic, '')}.`,
    );
  });
}

function keyOf({ topic, protocol, endpoint }: Subscription): string {
  return partOf(topic, { id: subscriptionId(protocol, endpoint) });
}

function subscribeCommand(topic: Subscription['topic'], endpoint: string): string {
  const address = /^\+?[\w.@-]+$/.test(endpoint) ? endpoint : '<its address>';
  return `npx chainbell subscribe ${address}${topic === 'operations' ? ' --operations' : ''}`;
}
