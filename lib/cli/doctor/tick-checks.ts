import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { readParameter } from '../../../functions/runtime/aws-clients.ts';
import { createHeartbeatTable } from '../../../functions/state/counts/heartbeat-table.ts';
import { monthTo, percentilesOf, readTally } from '../../../functions/state/counts/tally.ts';
import { createReadItems } from '../../../functions/state/state-items.ts';
import { lasted } from '../../../functions/text/phrases.ts';
import type { Deployment } from '../health/deployment.ts';
import { scheduleFault } from '../health/trigger-faults.ts';
import { openTable } from '../stack/open-stack.ts';
import { minuteOf } from '../table.ts';
import { type Findings, type Found, faulty, ok, wrong } from './findings.ts';

export async function lookAtSchedule(deployment: Deployment): Promise<Findings> {
  const fault = await scheduleFault(deployment);
  return fault === null ? ok('a tick every minute') : faulty(fault);
}

/** Sums a function's metric over ten minutes, because CloudWatch shows metrics some minutes late. */
async function sumOf({ aws, clock }: Deployment, FunctionName: string, MetricName: string) {
  const cloudwatch = await aws.cloudwatch();
  const { Datapoints = [] } = await cloudwatch.send(
    new GetMetricStatisticsCommand({
      Namespace: 'AWS/Lambda',
      MetricName,
      Dimensions: [{ Name: 'FunctionName', Value: FunctionName }],
      StartTime: new Date(clock.now() - 10 * 60_000),
      EndTime: new Date(clock.now()),
      Period: 60,
      Statistics: ['Sum'],
    }),
  );
  const some = Datapoints.filter(({ Sum = 0 }) => Sum > 0);
  const last = Math.max(...some.map(({ Timestamp }) => Timestamp?.getTime() ?? 0));
  return { count: some.reduce((sum, { Sum = 0 }) => sum + Sum, 0), last };
}

async function lookAtLast(deployment: Deployment): Promise<Found> {
  const { dispatchPolls: name } = deployment.stack;
  const ticks = await sumOf(deployment, name, 'Invocations');
  const failed = await sumOf(deployment, name, 'Errors');
  const byHand = `a tick by hand shows the cause: aws lambda invoke --function-name ${name} /dev/stdout.`;
  const none = `none for ten minutes, so no wallet is polled. (A new stack's metrics come minutes late.) If the schedule is on, ${byHand}`;
  if (ticks.count === 0) return wrong(none);
  const some = `${failed.count} of ${ticks.count} ticks failed, so wallets are polled late or not at all: ${byHand} If access is denied, somebody changed the function's role: npx cdk deploy --revert-drift.`;
  return failed.count >= ticks.count / 2 ? wrong(some) : ok(`${minuteOf(ticks.last)} UTC`);
}

async function lookForThrottles(deployment: Deployment): Promise<Found[]> {
  const { dispatchPolls, pollWallets, deliverAlerts } = deployment.stack;
  const looks = [dispatchPolls, pollWallets, deliverAlerts ?? []].flat().map(async (name) => {
    const { count: ran } = await sumOf(deployment, name, 'Invocations');
    const { count: throttled } = await sumOf(deployment, name, 'Throttles');
    const says = `Lambda throttled ${throttled} of ${throttled + ran} calls of ${name} within ten minutes. If somebody reserved its executions (the console's button "Throttle" reserves none), unreserve them under Lambda, the function, Configuration, Concurrency; otherwise the account has no free executions: ask for more under Service Quotas.`;
    return throttled > ran ? [wrong(says)] : [];
  });
  return (await Promise.all(looks)).flat();
}

export async function lookAtTicks(deployment: Deployment): Promise<Findings> {
  return [await lookAtLast(deployment), ...(await lookForThrottles(deployment))];
}

export async function lookAtHeartbeat(deployment: Deployment): Promise<Findings> {
  const { aws, clock, dispatchSettings } = deployment;
  const { HEARTBEAT_PARAMETER: parameter } = await dispatchSettings();
  if ((await readParameter(await aws.ssm(), parameter)) === null)
    return ok('none: if Chainbell and its alarms stop, nobody notices (npx chainbell heartbeat set)');
  const last = await createHeartbeatTable(await openTable(deployment, 'state'), clock).last();
  if (!last?.called) return ok('set, but not sent yet');
  const { at, isWell, answer } = last.called;
  const when = `${minuteOf(at)} UTC`;
  // Polls spread by the plan may delay a heartbeat by ten minutes.
  if (clock.now() - Date.parse(at) > 15 * 60_000)
    return wrong(`none since ${when}: another problem in this list holds it back.`);
  const refused = `the monitor did not accept the heartbeat of ${when} (${answer}). Check the URL and set it again: npx chainbell heartbeat set.`;
  if (!answer.startsWith('2')) return wrong(refused);
  const unwell = `the heartbeat of ${when} went to /fail: polls were not answered, alerts wait, the API takes no calls, or a node that rows need does not answer. Another problem in this list says which.`;
  return isWell ? ok(`accepted at ${when}`) : wrong(unwell);
}

export async function lookAtLatency(deployment: Deployment): Promise<Findings> {
  const readItems = createReadItems(await openTable(deployment, 'state'), deployment.clock);
  const days = monthTo(deployment.clock.now());
  const within = percentilesOf((await readTally(readItems, days)).seconds);
  if (within === null) return ok(`no alert in ${days.length} days`);
  const parts = Object.entries(within).map(
    ([name, seconds]) => `${name.slice(1)} % within ${lasted(seconds * 1_000, Math.ceil)}`,
  );
  return ok(`alerts of ${days.length} days, from the block on: ${parts.join(', ')}`);
}
