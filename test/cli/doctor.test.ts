import { ParameterNotFound } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../functions/deliver-alerts/version.ts';
import { treasury } from '../support/alerts.ts';
import { commandTime, describedStack, useCommandLine } from '../support/command-line.ts';
import { FakeApi, faults } from '../support/fake-api.ts';
import { FakeNode } from '../support/fake-node.ts';
import { testKey } from '../support/test-key.ts';

const line = useCommandLine();
const api = new FakeApi(testKey);
const node = new FakeNode(1, commandTime);
let [apiAddress, nodeAddress] = ['', ''];

beforeAll(async () => {
  [apiAddress, nodeAddress] = await Promise.all([api.listen(), node.listen()]);
});
afterAll(async () => {
  await Promise.all([api.close(), node.close()]);
});

const secret = JSON.stringify({ url: 'https://hooks.slack.com/services/hush-hush' });
let parameters: Record<string, string> = {};
let metrics: Record<string, number> = {};
let subscriptions: Record<string, string>[] = [];
let queues: Record<string, string> = {};

/** Everything as it should be. */
beforeEach(async () => {
  api.fault = null;
  api.key = testKey;
  parameters = {
    '/chainbell/api-key': testKey,
    '/chainbell/rpc/eth': nodeAddress,
    '/chainbell/destinations/team': secret,
  };
  metrics = { Invocations: 1, Errors: 0, SMSMonthToDateSpentUSD: 0.1 };
  subscriptions = [
    { Protocol: 'email', Endpoint: 'you@example.org', SubscriptionArn: 'arn:aws:sns:x' },
    { Protocol: 'sms', Endpoint: '+4915112345678', SubscriptionArn: 'arn:aws:sns:y' },
  ];
  queues = { polls: '0', 'Chainbell-team-dead-letters': '0' };
  const environments: Record<string, Record<string, string>> = {
    dispatch: { EVERY_SECONDS: '60', CALLS_PER_DAY: '5000', RPC_PARAMETERS: '/chainbell/rpc' },
    poll: { API_KEY_PARAMETER: '/chainbell/api-key', BASE_URL: apiAddress, API_VERSION: 'v2' },
    deliver: { DESTINATIONS: '{"team":"slack"}', LOOPBACK: 'refused' },
  };
  line.answer('lambda:GetFunctionConfiguration', ({ FunctionName }) => ({
    Environment: { Variables: environments[String(FunctionName)] ?? {} },
  }));
  line.answer('sts:GetCallerIdentity', () => ({
    Account: '123456789012',
    Arn: 'arn:aws:iam::123456789012:user/x',
  }));
  line.answer('cloudformation:ListStackResources', () => ({
    StackResourceSummaries: [
      ['AWS::Scheduler::Schedule', 'PollingTick', 'Chainbell-Tick'],
      ['AWS::CloudWatch::Alarm', 'Alarm', 'Chainbell: wallets failing'],
      ...Object.keys(queues).map((name) => ['AWS::SQS::Queue', name, `https://sqs.x/1/${name}`]),
    ].map(([ResourceType, LogicalResourceId, PhysicalResourceId]) => {
      return { ResourceType, LogicalResourceId, PhysicalResourceId };
    }),
  }));
  line.answer('ssm:GetParameter', ({ Name }) => {
    const Value = parameters[String(Name)];
    if (Value === undefined) throw new ParameterNotFound({ message: '', $metadata: {} });
    return { Parameter: { Value } };
  });
  line.answer('scheduler:GetSchedule', () => ({ State: 'ENABLED' }));
  line.answer('cloudwatch:GetMetricStatistics', ({ MetricName }) => {
    const value = metrics[String(MetricName)] ?? 0;
    return { Datapoints: [{ Timestamp: new Date(commandTime), Sum: value, Maximum: value }] };
  });
  line.answer('cloudwatch:DescribeAlarms', () => ({ MetricAlarms: [{ AlarmName: 'x', StateValue: 'OK' }] }));
  line.answer('sns:ListSubscriptionsByTopic', () => ({ Subscriptions: subscriptions }));
  line.answer('sns:GetSMSAttributes', () => ({ attributes: { MonthlySpendLimit: '10' } }));
  line.answer('sns:GetSMSSandboxAccountStatus', () => ({ IsInSandbox: false }));
  line.answer('sqs:GetQueueAttributes', ({ QueueUrl }) => {
    const name = String(QueueUrl).split('/').at(-1) ?? '';
    return { Attributes: { ApproximateNumberOfMessages: queues[name] ?? '0' } };
  });
  await line.putRow({ wallet: treasury, chain: 'eth' });
});

interface Found {
  readonly check: string;
  readonly state: string;
  readonly says: string;
}

/** What is not well. */
async function complaints(): Promise<{ code: number | null; bad: Found[] }> {
  const { code, stdout } = await line.run(['doctor', '--json']);
  expect(stdout).not.toContain('hush-hush');
  expect(stdout).not.toContain(testKey);
  return { code, bad: JSON.parse(stdout).filter(({ state }: Found) => state !== 'ok') };
}

describe('chainbell doctor', () => {
  it('finds nothing where all is well, with a line for each part', async () => {
    const { code, stdout, stderr } = await line.run(['doctor']);
    expect([code, stderr]).toEqual([0, '']);
    const checks = stdout
      .trimEnd()
      .split('\n')
      .map((row) => row.split(/ {2,}/));
    expect(checks.map(([state]) => state)).toEqual(checks.map(() => 'ok'));
    expect(checks.map(([, check]) => check)).toEqual([
      'credentials',
      'stack',
      'version',
      'api key',
      'nodes',
      'tables',
      'rows',
      'plan',
      'schedule',
      'last tick',
      'subscriptions',
      'sms',
      'destinations',
      'queues',
      'alarms',
    ]);
  });

  /** @param deployed undefined: the stack does not say it */
  const deployedVersion = (deployed: string | undefined) =>
    line.answer('cloudformation:DescribeStacks', () => describedStack(line.aws, { Version: deployed }));

  const faultsAndFindings: [string, () => unknown, string, RegExp][] = [
    [
      'an older version deployed',
      () => deployedVersion('0.0.9'),
      'version',
      new RegExp(`^deployed 0\\.0\\.9, this is ${version.replaceAll('.', '\\.')}: npx cdk deploy`),
    ],
    [
      'a version deployed that does not say which',
      () => deployedVersion(undefined),
      'version',
      /^deployed a version that does not say which, this is .*: npx cdk deploy/,
    ],
    ['no key', () => delete parameters['/chainbell/api-key'], 'api key', /is not set: chainbell key set/],
    [
      'a refused key',
      () => Object.assign(api, { key: 'another' }),
      'api key',
      /refuses the key: chainbell key set/,
    ],
    [
      'a plan used up',
      () => Object.assign(api, { fault: faults.planExhausted }),
      'api key',
      /calls are used up/,
    ],
    ['a dead API', () => Object.assign(api, { fault: faults.unavailable }), 'api key', /gave no transfers/],
    [
      'a plan too small',
      () => line.putRow({ wallet: treasury, chain: 'base', every: '5s' }),
      'plan',
      /5000 calls a day are too few: every interval is 4.7 times as long/,
    ],
    [
      'a node of another chain',
      () => {
        parameters['/chainbell/rpc/bsc'] = nodeAddress;
        return line.putRow({ wallet: treasury, chain: 'bsc' });
      },
      'nodes',
      /that of bsc: answers for another/,
    ],
    [
      'a dead node',
      () => Object.assign(parameters, { '/chainbell/rpc/eth': 'http://127.0.0.1:9/hush-hush' }),
      'nodes',
      /that of eth can't be used/,
    ],
    [
      'no URL of a node',
      () => Object.assign(parameters, { '/chainbell/rpc/eth': 'hush-hush' }),
      'nodes',
      /no usable address/,
    ],
    ['a bad row', () => line.putRow({ wallet: '0x12', chain: 'eth' }), 'rows', /0x12 on eth is not polled/],
    [
      'a row that is there twice',
      () => line.putRow({ wallet: treasury, chain: 'Ethereum' }),
      'rows',
      /there twice/,
    ],
    [
      'a dead schedule',
      () => line.answer('scheduler:GetSchedule', () => ({ State: 'DISABLED' })),
      'schedule',
      /it is off/,
    ],
    ['no tick', () => Object.assign(metrics, { Invocations: 0 }), 'last tick', /none for ten minutes/],
    ['failing ticks', () => Object.assign(metrics, { Errors: 1 }), 'last tick', /1 of 1 ticks failed/],
    [
      'an unconfirmed email',
      () => Object.assign(subscriptions[0] ?? {}, { SubscriptionArn: 'PendingConfirmation' }),
      'subscriptions',
      /you@example.org has not confirmed/,
    ],
    [
      'a dropped email',
      () => Object.assign(subscriptions[0] ?? {}, { SubscriptionArn: 'Deleted' }),
      'subscriptions',
      /you@example.org gets no alerts any more/,
    ],
    ['nobody subscribed', () => subscriptions.splice(0), 'subscriptions', /nobody gets alerts/],
    [
      'the SMS cap',
      () => Object.assign(metrics, { SMSMonthToDateSpentUSD: 9 }),
      'sms',
      /\$9.00 of the month's \$10 are spent/,
    ],
    [
      'the SMS sandbox',
      () => line.answer('sns:GetSMSSandboxAccountStatus', () => ({ IsInSandbox: true })),
      'sms',
      /SMS sandbox/,
    ],
    [
      'a destination without its secret',
      () => delete parameters['/chainbell/destinations/team'],
      'destinations',
      /chainbell destination set team/,
    ],
    [
      'a destination with a bad secret',
      () => Object.assign(parameters, { '/chainbell/destinations/team': 'hush-hush' }),
      'destinations',
      /its value is no JSON object/,
    ],
    [
      'a full dead-letter queue',
      () => Object.assign(queues, { 'Chainbell-team-dead-letters': '3' }),
      'queues',
      /3 dead letters .*chainbell redrive team/,
    ],
    [
      'an alarm that rings',
      () =>
        line.answer('cloudwatch:DescribeAlarms', () => ({
          MetricAlarms: [
            { AlarmName: 'wallets failing', StateValue: 'ALARM', AlarmDescription: 'Late.\u001b[2J' },
          ],
        })),
      'alarms',
      /wallets failing rings\. Late/,
    ],
  ];

  it.each(faultsAndFindings)('finds %s, exits with 1 and says what to do', async (_, plant, check, said) => {
    await plant();
    const { code, bad } = await complaints();
    expect(code).toBe(1);
    expect(bad.map((found) => found.check)).toContain(check);
    expect(new Set(bad.map((found) => found.check)).size, 'nothing else is wrong').toBe(1);
    expect(bad.map(({ says }) => says).join('\n')).toMatch(said);
  });

  it.each([
    ['dynamodb:DescribeTable', 'tables'],
    ['cloudwatch:DescribeAlarms', 'alarms'],
    ['scheduler:GetSchedule', 'schedule'],
  ])('goes on without %s, and names it', async (action, check) => {
    line.refuse(action);
    const { code, bad } = await complaints();
    expect(code).toBe(1);
    expect(bad).toEqual([{ check, state: 'unknown', says: expect.stringContaining(action) }]);
  });

  it('shows nothing of a row or an alarm that acts upon the terminal', async () => {
    await line.putRow({ wallet: '0x\u001b[2J', chain: 'eth' });
    const { code, stdout, stderr } = await line.run(['doctor']);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^wrong +rows +0x\[2J on eth is not polled/m);
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
  });

  it('says which version is deployed', async () => {
    const { stdout } = await line.run(['doctor']);
    expect(stdout).toMatch(new RegExp(`^ok +version +deployed ${version.replaceAll('.', '\\.')}, `, 'm'));
  });

  it('does nothing where there is no such stack, or an argument', async () => {
    expect(await line.run(['doctor', '--stack', 'Other'])).toMatchObject({ code: 2, stdout: '' });
    expect(await line.run(['doctor', 'now'])).toMatchObject({ code: 2, stdout: '' });
  });
});
