import { GetSMSSandboxAccountStatusCommand } from '@aws-sdk/client-sns';
import { createParameters, parameterName } from '../../../functions/deliver-alerts/delivery/parameter.ts';
import { createService, ParameterUnusable } from '../../../functions/deliver-alerts/kinds/create-service.ts';
import { isNearlySpent, readSmsSpend } from '../../../functions/dispatch-polls/subscriptions/sms-spend.ts';
import { once } from '../../../functions/runtime/lazy.ts';
import { shownEndpoint } from '../subscribers/endpoint.ts';
import { readSubscriptions, type Subscription } from '../subscribers/read-subscriptions.ts';
import { type Check, type Found, ok, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

/** Whether alerts reach anybody: subscriptions, SMS, destinations. */
export function deliveryChecks(patient: Patient): Check[] {
  const subscriptions = once(() => readSubscriptions(patient));
  return [
    { name: 'subscriptions', look: async () => lookAtSubscriptions(await subscriptions()) },
    { name: 'sms', look: async () => lookAtSms(await subscriptions(), patient) },
    { name: 'destinations', look: () => lookAtDestinations(patient) },
  ];
}

function lookAtSubscriptions(all: readonly Subscription[]): Found[] {
  const found = all
    .filter(({ state }) => state !== 'confirmed')
    .map(({ topic, endpoint, state }) =>
      wrong(
        state === 'pending'
          ? `${shownEndpoint(endpoint)} has not confirmed its subscription to ${topic}: the link in SNS's mail does.`
          : `${shownEndpoint(endpoint)} gets no ${topic} any more: its subscription was ended; chainbell subscribe makes another.`,
      ),
    );
  for (const topic of ['alerts', 'operations'] as const)
    if (!all.some((one) => one.topic === topic && one.state === 'confirmed'))
      found.push(wrong(`nobody gets ${topic}: chainbell subscribe changes that.`));
  return found.length === 0 ? [ok(`${all.length}, all of them confirmed`)] : found;
}

async function lookAtSms(all: readonly Subscription[], { aws, clock }: Patient): Promise<Found[]> {
  if (!all.some(({ protocol }) => protocol === 'sms')) return [ok('nobody gets any')];
  const [sns, cloudwatch] = await Promise.all([aws.sns(), aws.cloudwatch()]);
  const [sandbox, spend] = await Promise.all([
    sns.send(new GetSMSSandboxAccountStatusCommand({})),
    readSmsSpend({ sns, cloudwatch }, clock.now()),
  ]);
  const spent = `$${spend.dollars.toFixed(2)} of the month's $${spend.limit} are spent`;
  const found: Found[] = [];
  if (sandbox.IsInSandbox)
    found.push(
      wrong(
        'the account is in the SMS sandbox: only verified numbers get any; leave it in SNS, Text messaging.',
      ),
    );
  if (isNearlySpent(spend))
    found.push(wrong(`${spent}, and beyond it nothing is sent: raise the limit in SNS, Text messaging.`));
  return found.length === 0 ? [ok(spent)] : found;
}

async function lookAtDestinations({ aws, clock, deliverSettings }: Patient): Promise<Found[]> {
  const settings = await deliverSettings();
  if (settings === null) return [ok('there is none')];
  const allowLoopback = settings.LOOPBACK === 'allowed';
  const parameters = createParameters(await aws.ssm(), clock);
  const looks = Object.entries(settings.DESTINATIONS).map(async ([name, kind]) => {
    const found = await parameters.read(name);
    const set = `chainbell destination set ${name}`;
    if (found === null)
      return wrong(`${parameterName(name)} is not set, so messages to ${name} wait: ${set}.`);
    try {
      createService(kind, found.value, { allowLoopback, movedTo: null });
      return ok(`${name} (${kind}) has its secret`);
    } catch (error) {
      if (!(error instanceof ParameterUnusable)) throw error;
      return wrong(
        `${parameterName(name)} can't be used, so messages to ${name} wait: ${error.message}. ${set}.`,
      );
    }
  });
  return Promise.all(looks);
}
