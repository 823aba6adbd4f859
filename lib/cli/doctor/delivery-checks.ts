import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { GetSMSAttributesCommand, GetSMSSandboxAccountStatusCommand } from '@aws-sdk/client-sns';
import { createParameters, parameterName } from '../../../functions/deliver-alerts/delivery/parameter.ts';
import { createService, ParameterUnusable } from '../../../functions/deliver-alerts/kinds/create-service.ts';
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

const month = 31 * 86_400_000;

async function lookAtSms(all: readonly Subscription[], { aws, clock }: Patient): Promise<Found[]> {
  if (!all.some(({ protocol }) => protocol === 'sms')) return [ok('nobody gets any')];
  const [sns, cloudwatch] = await Promise.all([aws.sns(), aws.cloudwatch()]);
  const [sandbox, { attributes = {} }, spent] = await Promise.all([
    sns.send(new GetSMSSandboxAccountStatusCommand({})),
    sns.send(new GetSMSAttributesCommand({ attributes: ['MonthlySpendLimit'] })),
    cloudwatch.send(
      new GetMetricStatisticsCommand({
        Namespace: 'AWS/SNS',
        MetricName: 'SMSMonthToDateSpentUSD',
        StartTime: new Date(Math.max(monthStart(clock.now()), clock.now() - month)),
        EndTime: new Date(clock.now()),
        Period: 86_400,
        Statistics: ['Maximum'],
      }),
    ),
  ]);
  // AWS's own limit for an account that never asked for more.
  const limit = Number(attributes.MonthlySpendLimit ?? 1);
  const dollars = Math.max(0, ...(spent.Datapoints ?? []).map(({ Maximum = 0 }) => Maximum));
  const found: Found[] = [];
  if (sandbox.IsInSandbox)
    found.push(
      wrong(
        'the account is in the SMS sandbox: only verified numbers get any; leave it in SNS, Text messaging.',
      ),
    );
  if (dollars >= 0.8 * limit)
    found.push(
      wrong(
        `$${dollars.toFixed(2)} of the month's $${limit} are spent, and beyond it nothing is sent: raise the limit in SNS, Text messaging.`,
      ),
    );
  return found.length === 0 ? [ok(`$${dollars.toFixed(2)} of the month's $${limit} are spent`)] : found;
}

function monthStart(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
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
