import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import {
  GetEventSourceMappingCommand,
  ResourceNotFoundException,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { deadLetters, redriveAll } from '../subscribers/redrive.ts';
import { type Fault, type Findings, type Found, faulty, ok, type Patient, wrong } from './patient.ts';

export async function lookAtQueues(patient: Patient): Promise<Findings> {
  const { stack, aws, resources } = patient;
  const sqs = await aws.sqs();
  const queues = await resources('AWS::SQS::Queue');
  const found = await Promise.all(
    queues.map(async ({ id, logicalId }): Promise<Found[]> => {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: id, AttributeNames: ['ApproximateNumberOfMessages'] }),
      );
      const count = Number(Attributes.ApproximateNumberOfMessages ?? 0);
      const name = id.replace(/^.*\//, '');
      if (!/dead/i.test(logicalId) && !name.endsWith('-dead-letters'))
        return count === 0
          ? []
          : [ok(`${count} ${count === 1 ? 'message waits' : 'messages wait'} in ${name}`)];
      if (count === 0) return [];
      const says = `${deadLetters(count)} in ${name}: ${deadAdvice(stack.name, name, logicalId)}`;
      return [{ ...wrong(says), fix: redriveOf(name, aws) }];
    }),
  );
  const all = [...(await lookAtReaders(patient)), ...found.flat()];
  return all.length === 0 ? [ok(`${queues.length} are empty`)] : all;
}

/** Only a destination's dead letters can be sent again. */
function redriveOf(queue: string, aws: Patient['aws']): Found['fix'] {
  if (!queue.endsWith('-dead-letters')) return undefined;
  const own = queue.replace(/-dead-letters$/, '');
  return async () => `${deadLetters((await redriveAll(own, aws)) ?? 0)} of ${own} sent again.`;
}

function deadAdvice(stack: string, queue: string, logicalId: string): string {
  const destination = queue.replace(/-dead-letters$/, '').slice(stack.length + 1);
  if (queue.endsWith('-dead-letters'))
    return `alerts that ${destination} refused, did not take for a day, or that SNS could not put into its queue. Their attributes (console, SQS, "Send and receive messages") say why: mend that, then npx chainbell redrive ${destination}.`;
  if (/webhook/i.test(logicalId))
    return 'alerts that a webhook did not take. Mend it, then send them by the commands of docs/runbook.md under "webhook alerts given up".';
  return 'polls that failed every time; their wallets are polled again since. The log of the poll function says why; then purge the queue in the console (SQS).';
}

const perCall = 100;

export async function lookAtAlarms({ aws, resources }: Patient): Promise<Findings> {
  const names = (await resources('AWS::CloudWatch::Alarm')).map(({ id }) => id);
  const cloudwatch = await aws.cloudwatch();
  const { MetricAlarms = [] } = await cloudwatch.send(
    new DescribeAlarmsCommand({ AlarmNames: names.slice(0, perCall), MaxRecords: perCall }),
  );
  const ringing = MetricAlarms.filter(({ StateValue }) => StateValue === 'ALARM');
  if (ringing.length === 0) return ok(`none of ${names.length} rings`);
  return ringing.map(({ AlarmName, AlarmDescription }) =>
    wrong(`${AlarmName} rings. ${AlarmDescription ?? ''}`),
  );
}

/** Nothing if all triggers are on. */
export async function lookAtReaders(patient: Patient): Promise<Found[]> {
  const [polls, alerts] = await Promise.all([triggerFaults(patient, true), triggerFaults(patient, false)]);
  return [
    ...polls.map((fault) => faulty(fault)),
    ...alerts.map((fault) => faulty(fault, 'a destination gets none')),
  ];
}

export async function pollTriggerFault(patient: Patient): Promise<Fault | null> {
  return (await triggerFaults(patient, true))[0] ?? null;
}

async function triggerFaults({ aws, resources }: Patient, ofPolls: boolean): Promise<Fault[]> {
  const trigger = ofPolls ? "the poll function's trigger" : 'a trigger of the deliver function';
  const mappings = await resources('AWS::Lambda::EventSourceMapping');
  const lambda = await aws.lambda();
  const faultOf = async (UUID: string): Promise<Fault | null> => {
    try {
      const { State = '' } = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
      if (!/^Disabl/.test(State)) return null;
      const switchOn = new UpdateEventSourceMappingCommand({ UUID, Enabled: true });
      return {
        what: `${trigger} is off`,
        toDo: 'npx chainbell doctor --fix switches it on.',
        fix: () => lambda.send(switchOn).then(() => `${trigger} is on.`),
      };
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      // CloudFormation still lists the deleted trigger.
      return { what: `somebody deleted ${trigger}`, toDo: 'npx cdk deploy --revert-drift makes it again.' };
    }
  };
  const ours = mappings.filter(({ logicalId }) => /TakePolls/.test(logicalId) === ofPolls);
  return (await Promise.all(ours.map(({ id }) => faultOf(id)))).filter((fault) => fault !== null);
}
