import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { GetScheduleCommand } from '@aws-sdk/client-scheduler';
import { stretchFactor } from '../../../functions/dispatch-polls/due-polls.ts';
import { minuteOf } from '../output/time.ts';
import { type Check, type Found, ok, wrong } from './finding.ts';
import type { Patient } from './patient.ts';

/** Metrics are some minutes late; a tick is due every minute. */
const tickWithin = 10 * 60_000;

/** Whether wallets are polled: tables, rows, plan, schedule and ticks. */
export function pollingChecks(patient: Patient): Check[] {
  return [
    { name: 'tables', look: () => lookAtTables(patient) },
    { name: 'rows', look: () => lookAtRows(patient) },
    { name: 'plan', look: () => lookAtPlan(patient) },
    { name: 'schedule', look: () => lookAtSchedule(patient) },
    { name: 'last tick', look: () => lookAtTicks(patient) },
  ];
}

async function lookAtTables({ stack, aws }: Patient): Promise<Found[]> {
  const dynamodb = await aws.dynamodb();
  const names = Object.values(stack.tables);
  const found = await Promise.all(
    names.map(async (TableName) => {
      const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
      return { TableName, status: Table?.TableStatus ?? 'missing' };
    }),
  );
  const bad = found.filter(({ status }) => status !== 'ACTIVE' && status !== 'UPDATING');
  if (bad.length === 0) return [ok(`${names.length} are active`)];
  return bad.map(({ TableName, status }) => wrong(`${TableName} is ${status}: look at it in DynamoDB.`));
}

/** So many bad rows are named one by one. */
const mostNamed = 5;

async function lookAtRows({ watchlist }: Patient): Promise<Found[]> {
  const { watched, unreadable, duplicates } = await watchlist();
  const bad = [
    ...unreadable.map(({ row, error }) => `${row.wallet} on ${row.chain} is not polled: ${error.message}`),
    ...duplicates.map(({ row, standsIn }) => {
      return `${row.wallet} on ${row.chain} is there twice (${standsIn.wallet} on ${standsIn.chain}): delete one.`;
    }),
  ];
  const paused = watched.filter(({ watch }) => watch.paused).length;
  if (bad.length === 0 && watched.length === 0)
    return [wrong('nobody is watched: chainbell add 0xYourWallet watches a wallet.')];
  if (bad.length === 0) return [ok(`${watched.length} wallets, ${paused} of them paused`)];
  const more = bad.length - mostNamed;
  return [...bad.slice(0, mostNamed), ...(more > 0 ? [`${more} more: chainbell list shows them.`] : [])].map(
    wrong,
  );
}

async function lookAtPlan({ watchlist, dispatchSettings }: Patient): Promise<Found[]> {
  const { EVERY_SECONDS, CALLS_PER_DAY } = await dispatchSettings();
  if (CALLS_PER_DAY === null) return [ok('the setting callsPerDay names no daily limit')];
  const { watched } = await watchlist();
  const polled = watched.filter(({ watch }) => !watch.paused);
  const stretch = stretchFactor(polled, EVERY_SECONDS, CALLS_PER_DAY);
  if (stretch === 1) return [ok(`${CALLS_PER_DAY} calls a day are enough for ${polled.length} wallets`)];
  return [
    wrong(
      `${CALLS_PER_DAY} calls a day are too few: every interval is ${stretch.toFixed(1)} times as long. Poll some wallets at longer intervals, or take a larger plan.`,
    ),
  ];
}

async function lookAtSchedule({ aws, resources }: Patient): Promise<Found[]> {
  const [schedule] = await resources('AWS::Scheduler::Schedule');
  if (schedule === undefined) return [wrong('there is none: npx cdk deploy makes it.')];
  const scheduler = await aws.scheduler();
  const { State } = await scheduler.send(
    new GetScheduleCommand({ Name: schedule.id.replace(/^.*[|/]/, '') }),
  );
  if (State === 'ENABLED') return [ok('a tick every minute')];
  return [wrong('it is off, so no wallet is polled: enable it in EventBridge Scheduler.')];
}

async function lookAtTicks({ stack, aws, clock }: Patient): Promise<Found[]> {
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
    return [wrong('none for ten minutes: look at the schedule, and at the log of the dispatch function.')];
  if (failed.count >= ticks.count / 2)
    return [
      wrong(`${failed.count} of ${ticks.count} ticks failed: the log of the dispatch function says why.`),
    ];
  return [ok(`${minuteOf(ticks.last)} UTC`)];
}
