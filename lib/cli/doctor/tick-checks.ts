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
import { type Findings, faulty, ok, wrong } from './findings.ts';

/** Metrics are some minutes late; a tick is due every minute. */
const tickWithin = 10 * 60_000;

export async function lookAtSchedule(deployment: Deployment): Promise<Findings> {
  const fault = await scheduleFault(deployment);
  return fault === null ? ok('a tick every minute') : faulty(fault);
}

export async function lookAtTicks({ stack, aws, clock }: Deployment): Promise<Findings> {
  const cloudwatch = await aws.cloudwatch();
  const sumOf = async (MetricName: string) => {
    const { Datapoints = [] } = await cloudwatch.send(
      new GetMetricStatisticsCommand({
        Namespace: 'AWS/Lambda',
        MetricName,
        Dimensions: [{ Name: 'FunctionName', Value: stack.dispatchPolls }],
        StartTime: new Date(clock.now() - tickWithin),
        EndTime: new Date(clock.now()),
        Period: 60,
        Statistics: ['Sum'],
      }),
    );
    const some = Datapoints.filter(({ Sum = 0 }) => Sum > 0);
    const last = Math.max(...some.map(({ Timestamp }) => Timestamp?.getTime() ?? 0));
    return { count: some.reduce((sum, { Sum = 0 }) => sum + Sum, 0), last };
  };
  const [ticks, failed] = await Promise.all([sumOf('Invocations'), sumOf('Errors')]);
  if (ticks.count === 0)
    return wrong(
      `none for ten minutes, so no wallet is polled. (A new stack's metrics come minutes late.) If the schedule is on, a tick by hand shows the cause: ${tickByHand(stack)}.`,
    );
  if (failed.count >= ticks.count / 2)
    return wrong(
      `${failed.count} of ${ticks.count} ticks failed, so wallets are polled late or not at all. A tick by hand shows the cause: ${tickByHand(stack)}. If access is denied, somebody changed the function's role: npx cdk deploy --revert-drift.`,
    );
  return ok(`${minuteOf(ticks.last)} UTC`);
}

function tickByHand({ dispatchPolls }: Deployment['stack']): string {
  return `aws lambda invoke --function-name ${dispatchPolls} /dev/stdout`;
}

/** Polls spread by the plan may delay a heartbeat by ten minutes. */
const beatWithin = 15 * 60_000;

export async function lookAtHeartbeat(deployment: Deployment): Promise<Findings> {
  const { aws, clock, dispatchSettings } = deployment;
  const { HEARTBEAT_PARAMETER: parameter } = await dispatchSettings();
  if ((await readParameter(await aws.ssm(), parameter)) === null)
    return ok('none: if Chainbell and its alarms stop, nobody notices (npx chainbell heartbeat set)');
  const table = createHeartbeatTable(await openTable(deployment, 'state'), clock);
  const called = (await table.last())?.called ?? null;
  if (called === null) return ok('set, but not sent yet');
  const { at, isWell, answer } = called;
  const when = `${minuteOf(at)} UTC`;
  if (clock.now() - Date.parse(at) > beatWithin)
    return wrong(`none since ${when}: another problem in this list holds it back.`);
  if (!answer.startsWith('2'))
    return wrong(
      `the monitor did not accept the heartbeat of ${when} (${answer}). Check the URL and set it again: npx chainbell heartbeat set.`,
    );
  if (!isWell)
    return wrong(
      `the heartbeat of ${when} went to /fail: polls were not answered, alerts wait, the API takes no calls, or a node that rows need does not answer. Another problem in this list says which.`,
    );
  return ok(`accepted at ${when}`);
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
