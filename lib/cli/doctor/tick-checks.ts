import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import {
  GetScheduleCommand,
  ResourceNotFoundException,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { minuteOf } from '../table.ts';
import { type Fault, type Findings, faulty, ok, type Patient, wrong } from './patient.ts';

/** Metrics are some minutes late; a tick is due every minute. */
const tickWithin = 10 * 60_000;

export async function lookAtSchedule(patient: Patient): Promise<Findings> {
  const fault = await scheduleFault(patient);
  return fault === null ? ok('a tick every minute') : faulty(fault);
}

export async function scheduleFault({ aws, resources }: Patient): Promise<Fault | null> {
  const [schedule] = await resources('AWS::Scheduler::Schedule');
  if (schedule === undefined) return { what: 'there is no schedule', toDo: 'npx cdk deploy makes it.' };
  const scheduler = await aws.scheduler();
  try {
    const found = await scheduler.send(new GetScheduleCommand({ Name: schedule.id.replace(/^.*[|/]/, '') }));
    if (found.State === 'ENABLED') return null;
    return {
      what: 'the schedule is off',
      toDo: 'npx chainbell doctor --fix switches it on.',
      async fix() {
        const { Name, ScheduleExpression, FlexibleTimeWindow, Target, GroupName, Description } = found;
        const kept = { Name, ScheduleExpression, FlexibleTimeWindow, Target, GroupName, Description };
        await scheduler.send(new UpdateScheduleCommand({ ...kept, State: 'ENABLED' }));
        return 'The schedule is on.';
      },
    };
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    // A plain deploy compares templates and finds nothing to do.
    return { what: 'somebody deleted the schedule', toDo: 'npx cdk deploy --revert-drift makes it again.' };
  }
}

export async function lookAtTicks({ stack, aws, clock }: Patient): Promise<Findings> {
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
      `none for ten minutes, so no wallet is polled. If the schedule is well, a tick by hand shows what is not: ${tickByHand(stack)}.`,
    );
  if (failed.count >= ticks.count / 2)
    return wrong(
      `${failed.count} of ${ticks.count} ticks failed, so wallets are polled late or not at all. One by hand says why: ${tickByHand(stack)}. Where access is denied, somebody changed the function's role: npx cdk deploy --revert-drift.`,
    );
  return ok(`${minuteOf(ticks.last)} UTC`);
}

function tickByHand({ dispatchPolls }: Patient['stack']): string {
  return `aws lambda invoke --function-name ${dispatchPolls} /dev/stdout`;
}
