import { createHash } from 'node:crypto';
import { ResourceNotFoundException as NoSuchMapping } from '@aws-sdk/client-lambda';
import { ResourceNotFoundException } from '@aws-sdk/client-scheduler';
import { QueueDoesNotExist } from '@aws-sdk/client-sqs';
import { ParameterNotFound } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  createSubscriptionMemory,
  subscriptionId,
} from '../../functions/dispatch-polls/subscriptions/topic-subscriptions.ts';
import { type Incident, incidentItemOf, incidentKey } from '../../functions/incidents/incident.ts';
import { readSettings } from '../../lib/aws/settings/read-settings.ts';
import { dispatchVariables, pollVariables } from '../../lib/environment.ts';
import { resources } from '../simulation/stack.ts';
import { treasury } from '../support/alerts.ts';
import { type CommandLine, commandTime, describedParameters } from '../support/command-line.ts';
import { stateTable } from '../support/embedded.ts';
import { FakeApi } from '../support/fakes/fake-api.ts';
import { FakeNode } from '../support/fakes/fake-node.ts';
import { testKey } from '../support/test-key.ts';
import { hush } from './transcript.ts';

/** A deployment without faults, for a test to break a part of. */
export interface Deployment {
  readonly api: FakeApi;
  /** The node of eth, on loopback. */
  nodeAddress: string;
  /** SSM's parameters by name. */
  parameters: Record<string, string>;
  /** CloudWatch's single value of each metric, by name, or by name and function: `Throttles of poll`. */
  metrics: Record<string, number>;
  /** Subscriptions in SNS's form. */
  subscriptions: { alerts: Record<string, string>[]; operations: Record<string, string>[] };
  /** Number of messages by the queue's name. */
  queues: Record<string, string>;
  /** Null: the schedule was deleted, though the stack has one. */
  schedule: 'ENABLED' | 'DISABLED' | null;
  /** The functions' triggers on queues, by their names in the template; null: it was deleted. */
  readers: Record<string, 'Enabled' | 'Disabling' | 'Disabled' | null>;
  /** Lambda's code hashes, by function. */
  code: Record<string, string>;
  /** The dispatch function's environment. */
  dispatch: Record<string, string>;
}

/** The subscriber that the daily check has stored. */
export const you = {
  id: subscriptionId('email', 'you@example.org'),
  protocol: 'email',
  shown: 'y***@example.org',
};

/** Stores the subscriptions as the last daily check found them, all confirmed. */
export async function rememberYou({ aws }: CommandLine): Promise<void> {
  await createSubscriptionMemory(stateTable(aws)).write('alerts', [you]);
}

/** Puts an incident on record as it began, as the functions do. */
export async function record({ aws }: CommandLine, incident: Incident, since = commandTime): Promise<void> {
  const times = { since, claimedAt: 0, published: true };
  await stateTable(aws).put(incidentItemOf({ ...incident, key: incidentKey(incident), ...times }));
}

/** Sets up the deployment before each test, with the wallet `treasury` on eth. */
export function useHealthyDeployment(line: CommandLine): Deployment {
  const api = new FakeApi(testKey);
  const node = new FakeNode(1, commandTime);
  let apiAddress = '';
  const deployed: Deployment = { api, ...healthy('') };
  beforeAll(async () => {
    [apiAddress, deployed.nodeAddress] = await Promise.all([api.listen(), node.listen()]);
  });
  afterAll(async () => {
    await Promise.all([api.close(), node.close()]);
  });
  beforeEach(async () => {
    Object.assign(api, { fault: null, key: testKey });
    Object.assign(deployed, healthy(deployed.nodeAddress));
    answerAs(deployed, apiAddress, line);
    await line.putRow({ wallet: treasury, chain: 'eth' });
  });
  return deployed;
}

function healthy(nodeAddress: string): Omit<Deployment, 'api'> {
  return {
    nodeAddress,
    parameters: {
      '/chainbell/api-key': testKey,
      '/chainbell/rpc/eth': nodeAddress,
      '/chainbell/destinations/team': JSON.stringify({ url: `https://hooks.slack.com/services/${hush}` }),
    },
    metrics: { Invocations: 1, Errors: 0, SMSMonthToDateSpentUSD: 0.1 },
    subscriptions: {
      alerts: [
        { Protocol: 'email', Endpoint: 'you@example.org', SubscriptionArn: 'arn:aws:sns:x' },
        { Protocol: 'sms', Endpoint: '+4915112345678', SubscriptionArn: 'arn:aws:sns:y' },
      ],
      operations: [{ Protocol: 'email', Endpoint: 'ops@example.org', SubscriptionArn: 'arn:aws:sns:z' }],
    },
    queues: {
      'Chainbell-PollingPolls1A2B': '0',
      'Chainbell-PollingDeadPolls1A2B': '0',
      'Chainbell-team-dead-letters': '0',
    },
    schedule: 'ENABLED',
    readers: { PollingTakePolls1A2B: 'Enabled', DestinationsTeamTake1A2B: 'Enabled' },
    code: {
      dispatch: 'built of dispatch-polls',
      poll: 'built of poll-wallets',
      deliver: 'built of deliver-alerts',
    },
    dispatch: dispatchVariables(readSettings({ callsPerDay: 5_000 }), resources),
  };
}

/** The poll function's environment, with an API in this process. */
export function pollEnvironment(apiAddress: string, { aws }: CommandLine): Record<string, string> {
  const settings = readSettings({ baseUrl: apiAddress, coinBaseUrl: '' });
  return pollVariables(settings, { alertsPerSecond: 8 }, { ...resources, ...aws });
}

function answerAs(deployed: Deployment, apiAddress: string, line: CommandLine): void {
  const environments = (): Record<string, Record<string, string>> => ({
    dispatch: deployed.dispatch,
    poll: pollEnvironment(apiAddress, line),
    deliver: { DESTINATIONS: '{"team":"slack"}', LOOPBACK: 'refused' },
  });
  line.answer('lambda:GetFunctionConfiguration', ({ FunctionName }) => ({
    Environment: { Variables: environments()[String(FunctionName)] ?? {} },
    CodeSha256: deployed.code[String(FunctionName)],
  }));
  line.answer('sts:GetCallerIdentity', () => ({
    Account: '123456789012',
    Arn: 'arn:aws:iam::123456789012:user/x',
  }));
  line.answer('cloudformation:ListStackResources', () => ({
    StackResourceSummaries: [
      ['AWS::Scheduler::Schedule', 'PollingTick', 'Chainbell-PollingTick-1A2B'],
      ['AWS::CloudWatch::Alarm', 'Alarm', 'Chainbell: wallets failing'],
      ...Object.keys(deployed.readers).map((name) => ['AWS::Lambda::EventSourceMapping', name, name]),
      ...Object.keys(deployed.queues).map((name) => ['AWS::SQS::Queue', name, `https://sqs.x/1/${name}`]),
    ].map(([ResourceType, LogicalResourceId, PhysicalResourceId]) => {
      return { ResourceType, LogicalResourceId, PhysicalResourceId };
    }),
  }));
  line.answer('ssm:GetParameter', ({ Name }) => {
    const Value = deployed.parameters[String(Name)];
    if (Value === undefined) throw new ParameterNotFound({ message: '', $metadata: {} });
    return { Parameter: { Value } };
  });
  line.answer('ssm:DescribeParameters', ({ ParameterFilters }) =>
    describedParameters(Object.keys(deployed.parameters), ParameterFilters),
  );
  line.answer('lambda:UpdateEventSourceMapping', ({ UUID }) => {
    deployed.readers[String(UUID)] = 'Enabled';
    return {};
  });
  line.answer('scheduler:UpdateSchedule', ({ State }) => {
    deployed.schedule = State === 'ENABLED' ? State : 'DISABLED';
    return {};
  });
  line.answer('lambda:GetEventSourceMapping', ({ UUID }) => {
    const State = deployed.readers[String(UUID)] ?? null;
    if (State !== null) return { State };
    throw new NoSuchMapping({ message: '', $metadata: {} });
  });
  line.answer('scheduler:GetSchedule', () => {
    if (deployed.schedule !== null) return { State: deployed.schedule };
    throw new ResourceNotFoundException({ message: '', Message: '', $metadata: {} });
  });
  line.answer('cloudwatch:GetMetricStatistics', ({ MetricName, Dimensions }) => {
    const [{ Value } = { Value: '' }] = (Dimensions ?? []) as { Value: string }[];
    const { metrics } = deployed;
    const value = metrics[`${MetricName} of ${Value}`] ?? metrics[String(MetricName)] ?? 0;
    return { Datapoints: [{ Timestamp: new Date(commandTime), Sum: value, Maximum: value }] };
  });
  line.answer('cloudwatch:DescribeAlarms', () => ({ MetricAlarms: [{ AlarmName: 'x', StateValue: 'OK' }] }));
  line.answer('sns:ListSubscriptionsByTopic', ({ TopicArn }) => {
    const { alerts, operations } = deployed.subscriptions;
    return { Subscriptions: TopicArn === line.aws.opsTopicArn ? operations : alerts };
  });
  line.answer('sns:GetSubscriptionAttributes', () => ({ Attributes: { FilterPolicy: '' } }));
  line.answer('sns:GetSMSAttributes', () => ({ attributes: { MonthlySpendLimit: '10' } }));
  line.answer('sns:GetSMSSandboxAccountStatus', () => ({ IsInSandbox: false }));
  line.answer('sns:CheckIfPhoneNumberIsOptedOut', () => ({ isOptedOut: false }));
  line.answer('sqs:GetQueueAttributes', ({ QueueUrl }) => {
    const name = String(QueueUrl).split('/').at(-1) ?? '';
    return { Attributes: { ApproximateNumberOfMessages: deployed.queues[name] ?? '0' } };
  });
}

/** The queues of the destination `team`, with these dead letters. @returns the letters left, and the messages sent again */
export function deadLetters(line: CommandLine, bodies: readonly string[]) {
  const queue = {
    letters: bodies.map((body, i) => ({ id: `letter ${i}`, body })),
    sent: [] as [queue: unknown, body: unknown, delay: unknown][],
  };
  // The client compares the hash with the body that it gets.
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  line.answer('sqs:GetQueueUrl', ({ QueueName }) => {
    if (!String(QueueName).startsWith('Chainbell-team'))
      throw new QueueDoesNotExist({ message: '', $metadata: {} });
    return { QueueUrl: `https://sqs.x/1/${QueueName}` };
  });
  line.answer('sqs:ReceiveMessage', () => ({
    Messages: queue.letters.map(({ id, body }) => ({
      MessageId: id,
      ReceiptHandle: id,
      Body: body,
      MD5OfBody: md5(body),
    })),
  }));
  line.answer('sqs:SendMessage', ({ QueueUrl, MessageBody, DelaySeconds }) => {
    queue.sent.push([QueueUrl, MessageBody, DelaySeconds]);
    return { MD5OfMessageBody: md5(String(MessageBody)) };
  });
  line.answer('sqs:DeleteMessage', ({ ReceiptHandle }) => {
    queue.letters = queue.letters.filter(({ id }) => id !== ReceiptHandle);
    return {};
  });
  return queue;
}
