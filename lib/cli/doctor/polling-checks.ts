import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { GetScheduleCommand, ResourceNotFoundException } from '@aws-sdk/client-scheduler';
import { callsADay, stretchFor } from '../../../functions/dispatch-polls/due-polls.ts';
import { hintedCallsADay } from '../../../functions/dispatch-polls/hints/hinted-calls.ts';
import { minuteOf } from '../output/time.ts';
import { type Check, type Found, ok, wrong } from './finding.ts';
import type { Patient } from './patient.ts';
import { duplicateAdvice, unreadableAdvice } from './row-advice.ts';

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
  const bad = [...unreadable.map(unreadableAdvice), ...duplicates.map(duplicateAdvice)];
  const paused = watched.filter(({ watch }) => watch.paused).length;
  if (bad.length === 0 && watched.length === 0)
    return [wrong('no wallet is watched: npx chainbell add 0xYourWallet watches one.')];
  if (bad.length === 0) return [ok(`${watched.length} wallets, ${paused} of them paused`)];
  const more = bad.length - mostNamed;
  return [
    ...bad.slice(0, mostNamed),
    ...(more > 0 ? [`${more} more: npx chainbell list shows them.`] : []),
  ].map(wrong);
}

async function lookAtPlan({ watchlist, nodes, dispatchSettings }: Patient): Promise<Found[]> {
  const {
    EVERY_SECONDS: everySeconds,
    SWEEP_SECONDS: sweepSeconds = 0,
    CALLS_PER_DAY: callsPerDay,
  } = await dispatchSettings();
  if (callsPerDay === null) return [ok('the setting callsPerDay names no daily limit')];
  const { watched } = await watchlist();
  const polled = watched.filter(({ watch }) => !watch.paused);
  const withNode = new Set((await nodes()).flatMap(({ chain, problem }) => (problem ? [] : [chain.id])));
  const isHinted = ({ watch }: (typeof polled)[number]) => withNode.has(watch.chain.id);
  const hinted = polled.filter(isHinted);
  // What activity asks for beyond the sweeps is the tick's to count: it comes and goes.
  const asked =
    callsADay(
      polled.filter((row) => !isHinted(row)),
      everySeconds,
    ) + hintedCallsADay(hinted, { everySeconds, sweepSeconds }, { hotPollsADay: 0 });
  const stretch = stretchFor(asked, callsPerDay);
  if (stretch === 1) return [ok(`${callsPerDay} calls a day are enough for ${polled.length} wallets`)];
  return [
    wrong(
      `${callsPerDay} calls a day are too few: every interval is ${stretch.toFixed(1)} times as long. Poll wallets that can wait less often (npx chainbell set 0xWallet every=1h), or take a larger plan, set callsPerDay to its calls and deploy.`,
    ),
  ];
}

async function lookAtSchedule({ aws, resources }: Patient): Promise<Found[]> {
  const [schedule] = await resources('AWS::Scheduler::Schedule');
  if (schedule === undefined) return [wrong('there is none: npx cdk deploy makes it.')];
  const scheduler = await aws.scheduler();
  try {
    const { State } = await scheduler.send(
      new GetScheduleCommand({ Name: schedule.id.replace(/^.*[|/]/, '') }),
    );
    if (State === 'ENABLED') return [ok('a tick every minute')];
    return [
      wrong(
        'it is off, so no wallet is polled: enable it in the console (EventBridge, Schedules), or npx cdk deploy --revert-drift.',
      ),
    ];
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    // A deploy alone compares templates, and would find nothing to do.
    return [
      wrong('somebody deleted it, so no wallet is polled: npx cdk deploy --revert-drift makes it again.'),
    ];
  }
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
    return [
      wrong(
        `none for ten minutes, so no wallet is polled. If the schedule is well, a tick by hand shows what is not: ${tickByHand(stack)}.`,
      ),
    ];
  if (failed.count >= ticks.count / 2)
    return [
      wrong(
        `${failed.count} of ${ticks.count} ticks failed, so wallets are polled late or not at all. One by hand says why: ${tickByHand(stack)}. Where access is denied, somebody changed the function's role: npx cdk deploy --revert-drift.`,
      ),
    ];
  return [ok(`${minuteOf(ticks.last)} UTC`)];
}

function tickByHand({ dispatchPolls }: Patient['stack']): string {
  return `aws lambda invoke --function-name ${dispatchPolls} /dev/stdout`;
}
