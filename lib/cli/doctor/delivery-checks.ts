import { GetSMSSandboxAccountStatusCommand } from '@aws-sdk/client-sns';
import { createParameters, parameterName } from '../../../functions/deliver-alerts/delivery/target.ts';
import { isNearlySpent, readSmsSpend } from '../../../functions/dispatch-polls/subscriptions/sms-spend.ts';
import { secretProblem } from '../secrets/ask-destination.ts';
import { type Findings, type Found, ok, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

export async function lookAtSms({ aws, clock, subscriptions }: Patient): Promise<Findings> {
  const all = await subscriptions();
  if (!all.some(({ protocol }) => protocol === 'sms')) return ok('nobody gets any');
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
        'the account is in the SMS sandbox, so only verified numbers get any: the console (SNS, Text messaging, Exit SMS sandbox) takes it out.',
      ),
    );
  if (isNearlySpent(spend))
    found.push(
      wrong(
        `${spent}, and beyond it SNS sends no SMS until the next month: raise the limit in the console (SNS, Text messaging); above the account's quota AWS takes a day or so.`,
      ),
    );
  return found.length === 0 ? [ok(spent)] : found;
}

export async function lookAtDestinations({ aws, clock, deliverSettings }: Patient): Promise<Findings> {
  const settings = await deliverSettings();
  if (settings === null) return ok('there is none');
  const allowLoopback = settings.LOOPBACK === 'allowed';
  const parameters = createParameters(await aws.ssm(), clock);
  const looks = Object.entries(settings.DESTINATIONS).map(async ([name, kind]) => {
    const found = await parameters.read(name);
    const set = `npx chainbell destination set ${name}`;
    if (found === null)
      return wrong(`${parameterName(name)} is not set, so messages to ${name} wait: ${set}.`);
    const problem = secretProblem(kind, found.value, allowLoopback);
    if (problem === null) return ok(`${name} (${kind}) has its secret`);
    return wrong(`${parameterName(name)} can't be used, so messages to ${name} wait: ${problem}. ${set}.`);
  });
  return Promise.all(looks);
}
