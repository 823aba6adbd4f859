import { partOf } from '../../../functions/dispatch-polls/subscriptions/subscription-incidents.ts';
import {
  createSubscriptionMemory,
  subscriptionId,
  topics,
} from '../../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import { createIncidentTable } from '../../../functions/incidents/incident-table.ts';
import { documentClient } from '../../../functions/runtime/aws-clients.ts';
import { type Subscription, shownEndpoint } from '../subscribers/subscriptions.ts';
import { type Check, type Found, ok, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

/** Who gets alerts and operations messages: by what SNS lists, and by what the stack remembers of its daily check. */
export function subscriptionChecks(patient: Patient): Check[] {
  const name = 'subscriptions';
  return [
    { name, look: async () => lookAtListed(await patient.subscriptions()) },
    { name, look: () => lookForLost(patient) },
  ];
}

function lookAtListed(all: readonly Subscription[]): Found[] {
  const isConfirmed = new Set(all.filter(({ state }) => state === 'confirmed').map(keyOf));
  // SNS lists one that ended for some days, also beside the one that took its place.
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

/**
 * Those that the daily check found confirmed and SNS does not list any more: it forgets who left after some days. Without a
 * line where there are none.
 */
async function lookForLost({ stack, aws, subscriptions }: Patient): Promise<Found[]> {
  const listed = new Set((await subscriptions()).map(keyOf));
  const dynamodb = documentClient(await aws.dynamodb());
  const memory = createSubscriptionMemory(dynamodb, stack.tables.state);
  const remembered = await Promise.all(
    topics.map(async (topic) =>
      (await memory.read(topic)).map((one) => [partOf(topic, one), `${topic} to ${one.shown}`] as const),
    ),
  );
  // On record from the check that misses it: it is remembered no more then.
  const onRecord = (await createIncidentTable(dynamodb, stack.tables.state).list())
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

/** An address that needs no quotes in a shell stands in it. */
function subscribeCommand(topic: Subscription['topic'], endpoint: string): string {
  const address = /^\+?[\w.@-]+$/.test(endpoint) ? endpoint : '<its address>';
  return `npx chainbell subscribe ${address}${topic === 'operations' ? ' --operations' : ''}`;
}
