import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { Deployment } from '../health/deployment.ts';
import { triggerFaults } from '../health/trigger-faults.ts';
import { deadLetters, redriveAll, sentAgain } from '../subscribers/redrive.ts';
import { type Findings, type Found, faulty, ok, wrong } from './findings.ts';

export async function lookAtQueues(deployment: Deployment): Promise<Findings> {
  const { stack, aws, resources } = deployment;
  const sqs = await aws.sqs();
  const queues = await resources('AWS::SQS::Queue');
  const found = await Promise.all(
    queues.map(async ({ id, logicalId }): Promise<Found[]> => {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: id, AttributeNames: ['ApproximateNumberOfMessages'] }),
      );
      const count = Number(Attributes.ApproximateNumberOfMessages ?? 0);
      if (count === 0) return [];
      const name = id.replace(/^.*\//, '');
      if (!/Dead(Polls|WebhookAlerts)/.test(logicalId) && !name.endsWith('-dead-letters'))
        return [ok(`${count} ${count === 1 ? 'message waits' : 'messages wait'} in ${name}`)];
      const says = `${deadLetters(count)} in ${name}: ${deadAdvice(stack.name, name, logicalId)}`;
      return [{ ...wrong(says), fix: redriveOf(name, aws) }];
    }),
  );
  const all = [...(await lookAtReaders(deployment)), ...found.flat()];
  return all.length === 0 ? [ok(`${queues.length} are empty`)] : all;
}

/** Only a destination's dead letters can be sent again. */
function redriveOf(queue: string, aws: Deployment['aws']): Found['fix'] {
  const [own = '', rest] = queue.split(/-dead-letters$/);
  return rest === undefined ? rest : async () => sentAgain((await redriveAll(own, aws)) ?? 0, own);
}

function deadAdvice(stack: string, queue: string, logicalId: string): string {
  const destination = queue.replace(/-dead-letters$/, '').slice(stack.length + 1);
  if (queue.endsWith('-dead-letters'))
    return `alerts that ${destination} refused or did not take for a day, or that SNS could not put into its queue. Their attributes (console, SQS, "Send and receive messages") say why: mend the cause, then npx chainbell redrive ${destination}.`;
  if (/webhook/i.test(logicalId))
    return 'alerts that a webhook did not take. Mend the webhook, then send them with the commands of docs/runbook.md under "webhook alerts given up".';
  return 'polls that failed every time; later ticks poll their wallets again. The log of the poll function says why. Then purge the queue in the console (SQS).';
}

export async function lookAtAlarms({ aws, resources }: Deployment): Promise<Findings> {
  const names = (await resources('AWS::CloudWatch::Alarm')).map(({ id }) => id);
  const cloudwatch = await aws.cloudwatch();
  const { MetricAlarms = [] } = await cloudwatch.send(
    new DescribeAlarmsCommand({ AlarmNames: names.slice(0, 100), MaxRecords: 100 }),
  );
  const ringing = MetricAlarms.filter(({ StateValue }) => StateValue === 'ALARM');
  if (ringing.length === 0) return ok(`none of ${names.length} rings`);
  return ringing.map(({ AlarmName, AlarmDescription }) =>
    wrong(`${AlarmName} rings. ${AlarmDescription ?? ''}`),
  );
}

async function lookAtReaders(deployment: Deployment): Promise<Found[]> {
  const looks = [
    [/TakePolls/, "the poll function's trigger", 'no wallet is polled'],
    [/TakeWakeUps/, 'the trigger of scans between ticks', 'nodes are asked once a minute'],
    [/^(?!.*Take(Polls|WakeUps))/, 'a trigger of the deliver function', 'a destination gets none'],
  ] as const;
  const found = looks.map(async ([ours, trigger, loss]) =>
    (await triggerFaults(deployment, ours, trigger)).map((fault) => faulty(fault, loss)),
  );
  return (await Promise.all(found)).flat();
}
