import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  GetSMSAttributesCommand,
  ListSubscriptionsByTopicCommand,
  PublishCommand,
  SNSClient,
} from '@aws-sdk/client-sns';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { dispatchDependencies } from '../../functions/dispatch-polls/dependencies.ts';
import { createDispatchHandler } from '../../functions/dispatch-polls/handler.ts';
import { pollMessage } from '../../functions/queue/poll-message.ts';
import { readSettings } from '../../lib/aws/settings/read-settings.ts';
import { dispatchVariables } from '../../lib/environment.ts';
import { resources } from '../simulation/stack.ts';
import { treasury } from '../support/alerts.ts';
import { summaryExamples } from '../support/every-alert.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const tables = mockClient(DynamoDBDocumentClient);
const sqs = mockClient(SQSClient);
const sns = mockClient(SNSClient);
const ssm = mockClient(SSMClient);
const cloudwatch = mockClient(CloudWatchClient);
const clients = [tables, sqs, sns, ssm, cloudwatch];
const region = { region: 'us-east-1' };
const overrides = {
  dynamodb: new DynamoDBClient(region),
  sqs: new SQSClient(region),
  sns: new SNSClient(region),
  ssm: new SSMClient(region),
  // Messages to operations keep to a pace.
  clock: virtualClock({ start: Date.now(), passes: true }),
};
const environment = dispatchVariables(readSettings({ callsPerSecond: 1_000, summary: 'none' }), {
  ...resources,
  wakeUpsQueueUrl: '',
});
const handler = (over: Record<string, string> = {}) =>
  createDispatchHandler(() => dispatchDependencies({ ...environment, ...over }, overrides));

beforeEach(() => {
  for (const client of clients) client.reset();
  tables.on(ScanCommand).resolves({ Items: [{ wallet: treasury, chain: 'eth' }] });
  tables.on(BatchGetCommand).resolves({});
  tables.on(QueryCommand).resolves({ Items: [] });
  tables.on(GetCommand).resolves({});
  sns.on(ListSubscriptionsByTopicCommand).resolves({
    Subscriptions: [{ Protocol: 'sqs', Endpoint: 'queue', SubscriptionArn: 'arn:aws:sns:confirmed' }],
  });
  sqs.on(SendMessageBatchCommand).resolves({ Failed: [], Successful: [] });
  ssm.on(GetParameterCommand).rejects(new ParameterNotFound({ message: '', $metadata: {} }));
});

// Other test files share this thread.
afterAll(() => {
  for (const client of clients) client.restore();
});

const sentBodies = () =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args: [{ input }] }) => input.Entries ?? [])
    .map(({ MessageBody }) => pollMessage.parse(JSON.parse(MessageBody ?? '')));

describe('the dispatch function', () => {
  it.each([
    undefined,
    {},
    'now',
    { time: 'yesterday' },
    { time: '2026-02-30T03:04:05Z' },
    { Records: [{ body: 'Hello from SQS!' }] },
  ])('takes %j as a tick now', async (event) => {
    expect(await handler()(event)).toEqual({ polls: 1 });
    const [message] = sentBodies();
    expect(Math.abs(Date.now() - Date.parse(message?.tick.split('/')[0] ?? ''))).toBeLessThan(5_000);
  });

  it.each([
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.678-02:00', '2026-01-02T05:04:05.678Z'],
  ])('takes %s as %s', async (time, utc) => {
    await handler()({ time });
    expect(sentBodies()[0]?.tick).toMatch(new RegExp(`^${utc}/`));
  });

  it('checks the subscriptions of both topics once a day, and stores them in the State table', async () => {
    const listed = (Protocol: string, Endpoint: string) => ({
      Subscriptions: [{ Protocol, Endpoint, SubscriptionArn: 'arn:aws:sns:confirmed' }],
    });
    const { ALERTS_TOPIC_ARN, OPS_TOPIC_ARN } = environment;
    sns
      .on(ListSubscriptionsByTopicCommand, { TopicArn: ALERTS_TOPIC_ARN })
      .resolves(listed('email', 'anna@example.org'));
    sns
      .on(ListSubscriptionsByTopicCommand, { TopicArn: OPS_TOPIC_ARN })
      .resolves(listed('sms', '+4915112345678'));
    tables.on(PutCommand).resolves({});
    const daily = (of: string) =>
      tables
        .commandCalls(PutCommand)
        .map(({ args: [{ input }] }) => input)
        .filter(({ Item }) => Item?.wallet === of);
    await handler()({ time: '2026-01-02T00:01Z' });
    expect(daily('#daily').map(({ Item }) => Item?.chain)).toEqual(['subscriptions', 'smsSpend', 'orphans']);
    expect(daily('#subscriptions')).toEqual([]);
    await handler()({ time: '2026-01-03T00:00Z' });
    const known = (shown: string) => [expect.objectContaining({ shown })];
    expect(daily('#subscriptions')).toEqual([
      {
        TableName: 'State',
        Item: { wallet: '#subscriptions', chain: 'alerts', known: known('a***@example.org') },
      },
      { TableName: 'State', Item: { wallet: '#subscriptions', chain: 'operations', known: known('***78') } },
    ]);
    expect(sns.commandCalls(PublishCommand)).toEqual([]);
  });

  it('tells operations by their topic that SMS will soon stop', async () => {
    sns.on(ListSubscriptionsByTopicCommand).resolves({
      Subscriptions: [
        { Protocol: 'sms', Endpoint: '+4915112345678', SubscriptionArn: 'arn:aws:sns:confirmed' },
      ],
    });
    const known = [{ id: 'a', protocol: 'sms', shown: '***78' }];
    tables
      .on(GetCommand)
      .callsFake(({ Key }) => (Key.wallet === '#subscriptions' ? { Item: { known } } : {}));
    sns.on(GetSMSAttributesCommand).resolves({ attributes: { MonthlySpendLimit: '10' } });
    cloudwatch.on(GetMetricStatisticsCommand).resolves({ Datapoints: [{ Maximum: 9.5 }] });
    await handler()({ time: '2026-01-03T00:00Z' });
    const published = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input);
    expect(published.filter(({ Message }) => Message?.includes('$9.50 of the $10'))).toMatchObject([
      { TopicArn: environment.OPS_TOPIC_ARN },
    ]);
  });

  it.each([
    ['100000', 0],
    ['100001', 1],
    ['', 1],
  ])('with %j calls a day, of which 100,000 are used, sends %i polls', async (CALLS_PER_DAY, polls) => {
    const begun = { wallet: treasury, chain: '0x1', start: {} };
    tables
      .on(BatchGetCommand)
      .callsFake(({ RequestItems }) =>
        JSON.stringify(RequestItems).includes(treasury) ? { Responses: { State: [begun] } } : {},
      );
    tables
      .on(GetCommand)
      .callsFake(({ Key }) => (Key.wallet === '#calls' ? { Item: { used: 100_000 } } : {}));
    expect(await handler({ CALLS_PER_DAY })({})).toEqual({ polls });
  });

  it('looks for nodes under the path of the setting, and for a monitor at each tick', async () => {
    const names = ['/chainbell/heartbeat', '/own/path/eth', '/own/path/0x1'];
    const handle = handler({ RPC_PARAMETERS: '/own/path' });
    for (let ticks = 0; ticks < 2; ticks += 1) expect(await handle({})).toEqual({ polls: 1 });
    const calls = ssm.commandCalls(GetParameterCommand);
    expect(calls.map(({ args: [{ input }] }) => input.Name)).toEqual([...names, '/chainbell/heartbeat']);
    // A hanging SSM delays a tick by seconds.
    const limited = [{ abortSignal: expect.any(AbortSignal) }];
    expect(calls.map(({ args: [, ...options] }) => options)).toEqual(calls.map(() => limited));
  });

  it("paces polls by the plan's calls a second, and wakes itself by a queue of its own", async () => {
    const wakeUps = 'https://sqs.us-east-1.amazonaws.com/000000000000/wake-ups';
    const own = { ...environment, CALLS_PER_SECOND: '20', WAKE_UPS_QUEUE_URL: wakeUps };
    const deps = await dispatchDependencies(own, overrides);
    expect(deps.spread(0).take(50, { from: 0, to: 0 })).toMatchObject({ polls: 14 });
    await deps.wakeUps.send([{ body: '{}', delay: 15, polls: 0 }]);
    expect(sqs.commandCalls(SendMessageBatchCommand)[0]?.args[0].input.QueueUrl).toBe(wakeUps);
  });

  it("sweeps as often as the stack's setting says, and names the stack in its summary", async () => {
    const own = { ...environment, SWEEP_SECONDS: '3600', SUMMARY: 'daily', STACK_NAME: 'Second' };
    const { sweepSeconds, summary } = await dispatchDependencies(own, overrides);
    for (const [, example] of summaryExamples.slice(0, 1)) await summary?.publish(example);
    const published = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.Message);
    expect([sweepSeconds, published]).toEqual([3_600, [expect.stringContaining('--stack Second')]]);
  });

  it('does not cache a failed start', async () => {
    let starts = 0;
    const failsOnce = createDispatchHandler(async () => {
      starts += 1;
      if (starts === 1) throw new Error('no credentials yet');
      return dispatchDependencies(environment, overrides);
    });
    await expect(failsOnce({})).rejects.toThrow('no credentials yet');
    expect(await failsOnce({})).toEqual({ polls: 1 });
    await failsOnce({});
    expect(starts).toBe(2);
  });

  it('names the variable that is missing', async () => {
    await expect(handler({ EVERY_SECONDS: 'often' })({})).rejects.toThrow('EVERY_SECONDS');
  });
});
