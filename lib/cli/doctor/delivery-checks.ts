import { CheckIfPhoneNumberIsOptedOutCommand, GetSMSSandboxAccountStatusCommand } from '@aws-sdk/client-sns';
import { destinationParameter } from '../../../functions/deliver-alerts/environment.ts';
import { incidentPart } from '../../../functions/dispatch-polls/subscriptions/check-subscriptions.ts';
import { isNearlySpent, readSmsSpend } from '../../../functions/dispatch-polls/subscriptions/sms-spend.ts';
import {
  createSubscriptionMemory,
  subscriptionId,
  topics,
} from '../../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import { readParameter } from '../../../functions/runtime/aws-clients.ts';
import type { Deployment } from '../health/deployment.ts';
import { openIncidents } from '../health/shared-faults.ts';
import { secretProblem } from '../secrets/ask-destination.ts';
import { openTable } from '../stack/open-stack.ts';
import type { Subscription } from '../stack/subscriptions.ts';
import { shownEndpoint } from '../subscribers/subscriptions.ts';
import { type Findings, ok, wrong } from './findings.ts';

export async function lookAtSms({ aws, clock, subscriptions }: Deployment): Promise<Findings> {
  const ofSms = (await subscriptions()).filter(({ protocol }) => protocol === 'sms');
  const phones = [...new Set(ofSms.map(({ endpoint }) => endpoint))];
  if (phones.length === 0) return ok('no phone is subscribed');
  const [sns, cloudwatch] = await Promise.all([aws.sns(), aws.cloudwatch()]);
  const [sandbox, spend, ...answers] = await Promise.all([
    sns.send(new GetSMSSandboxAccountStatusCommand({})),
    readSmsSpend({ sns, cloudwatch }, clock.now()),
    ...phones.map((phoneNumber) => sns.send(new CheckIfPhoneNumberIsOptedOutCommand({ phoneNumber }))),
  ]);
  const spent = `$${spend.dollars.toFixed(2)} of the month's $${spend.limit} are spent`;
  const found = [
    sandbox.IsInSandbox &&
      'the account is in the SMS sandbox, so only verified numbers get SMS: leave the sandbox in the console (SNS, Text messaging, Exit SMS sandbox).',
    isNearlySpent(spend) &&
      `${spent}, and beyond it SNS sends no SMS until the next month: raise the limit in the console (SNS, Text messaging); above the account's quota AWS takes a day or so.`,
    ...phones.map(
      (phone, i) =>
        answers[i]?.isOptedOut &&
        `${phone} answered STOP and gets no more SMS: if its owner agrees, opt it in again in the console (SNS, Text messaging, Opted-out phone numbers).`,
    ),
  ].flatMap((text) => (text ? [wrong(text)] : []));
  return found.length === 0 ? [ok(spent)] : found;
}

export async function lookAtDestinations(deployment: Deployment): Promise<Findings> {
  const { aws, deliverSettings } = deployment;
  const settings = await deliverSettings();
  if (settings === null) return ok('there is none');
  const ssm = await aws.ssm();
  const incidents = await openIncidents(deployment);
  const looks = Object.entries(settings.DESTINATIONS).map(async ([name, kind]) => {
    const secret = await readParameter(ssm, destinationParameter(name));
    const set = `npx chainbell destination set ${name}`;
    if (secret === null)
      return wrong(`${destinationParameter(name)} is not set, so messages to ${name} wait: ${set}.`);
    const problem = secretProblem(kind, secret, settings.LOOPBACK === 'allowed');
    const wrongly = `${destinationParameter(name)} can't be used, so messages to ${name} wait: ${problem}. ${set}.`;
    if (problem !== null) return wrong(wrongly);
    const failing = incidents.find((one) => one.type === 'destination.failing' && one.destination === name);
    if (failing === undefined) return ok(`${name} (${kind}) has its secret`);
    const reason = failing.reason.replace(/\.?$/, '.');
    // The record keeps the last reason until a delivery ends it. Only the functions can tell whether they may use a KMS key.
    const since = `nothing has reached ${name} since its secret was set. (Before: ${reason}) npx chainbell test tries it within a minute. If nothing comes, the secret is wrong or the service is down: ${set}.`;
    if (/^The SSM parameter (?!.*KMS key)/.test(reason)) return wrong(since);
    return wrong(`it takes no alerts: ${reason} ${failing.whatToDo}.`);
  });
  return Promise.all(looks);
}

/** The subscriptions that SNS lists. */
export async function lookAtListed({ subscriptions }: Deployment): Promise<Findings> {
  const all = await subscriptions().catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NotFoundException') return null;
    throw error;
  });
  const gone =
    'a topic was deleted, so its subscribers get nothing: npx cdk deploy --revert-drift makes it again; subscribe each address that no setting names.';
  if (all === null) return wrong(gone);
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
    return `${shown} gets no ${topic} any more: somebody unsubscribed it, or SNS gave up on it. If nobody intended that: ${again}.`;
  const how = protocol.startsWith('email')
    ? `open the link in SNS's mail "AWS Notification - Subscription Confirmation", perhaps among spam.`
    : 'it must visit the SubscribeURL that SNS posted to it.';
  return `${shown} gets no ${topic} until it confirms: ${how} For a new confirmation: ${again}.`;
}

/** Finds subscriptions that the daily check saw confirmed and that SNS no longer lists: SNS forgets ended ones after some days. */
export async function lookForLost(deployment: Deployment): Promise<Findings> {
  const listed = new Set((await deployment.subscriptions()).map(keyOf));
  const memory = createSubscriptionMemory(await openTable(deployment, 'state'));
  const remembered = await Promise.all(
    topics.map(async (topic) =>
      (await memory.read(topic)).map(
        (one) => [incidentPart(topic, one), `${topic} to ${one.shown}`] as const,
      ),
    ),
  );
  // The daily check removes a missing subscription from its memory, but keeps it as an incident.
  const onRecord = (await openIncidents(deployment))
    .filter(({ type }) => type === 'subscription.lost')
    .map(({ part = '', about }) => [part, about?.detail ?? part] as const);
  const gone = new Map([...remembered.flat(), ...onRecord].filter(([part]) => !listed.has(part)));
  return Array.from(gone, ([part, detail]) => {
    const topic = topics.find((name) => part.startsWith(`${name}/`)) ?? 'alerts';
    return wrong(
      `the subscription of ${detail} is gone: somebody unsubscribed it, or SNS gave up on it. If nobody intended that: ${subscribeCommand(topic, '')}.`,
    );
  });
}

function keyOf({ topic, protocol, endpoint }: Subscription): string {
  return incidentPart(topic, { id: subscriptionId(protocol, endpoint) });
}

function subscribeCommand(topic: Subscription['topic'], endpoint: string): string {
  const address = /^\+?[\w.@-]+$/.test(endpoint) ? endpoint : '<its address>';
  return `npx chainbell subscribe ${address}${topic === 'operations' ? ' --operations' : ''}`;
}
