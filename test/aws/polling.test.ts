import { describe, expect, it } from 'vitest';
import { dispatchEnvironment } from '../../functions/dispatch-polls/environment.ts';
import { pollEnvironment } from '../../functions/poll-wallets/environment.ts';
import { workersFor } from '../../lib/limits.ts';
import { resource, resources, synthesised } from './synthesised.ts';

const template = synthesised({
  callsPerSecond: '40',
  callsPerDay: '800',
  every: '5m',
  coinBaseUrl: 'https://coins.example.org',
});
const queue = (name: string) => resource(template, 'AWS::SQS::Queue', `Polling${name}`);
const lambda = (name: string, from = template) => resource(from, 'AWS::Lambda::Function', `Polling${name}`);
const dispatch = lambda('DispatchPolls');
const poll = lambda('PollWallets');
/** References become their target's logical id, as a deployment would fill in a name. */
const filledIn = (environment: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : Object.values(value ?? {})[0],
    ]),
  );

describe('the schedule', () => {
  const { properties } = resource(template, 'AWS::Scheduler::Schedule', 'Polling');

  it('ticks every minute on the minute, with the time of the tick', () => {
    expect(properties.ScheduleExpression).toBe('cron(* * * * ? *)');
    expect(properties.FlexibleTimeWindow).toEqual({ Mode: 'OFF' });
    expect(properties.Target.Arn).toEqual({ 'Fn::GetAtt': [dispatch.logicalId, 'Arn'] });
    expect(JSON.parse(properties.Target.Input)).toEqual({ time: '<aws.scheduler.scheduled-time>' });
  });

  it('acts in the name of a role that no other account can use', () => {
    const role = resource(template, 'AWS::IAM::Role', 'PollingTickRole').properties;
    expect(role.AssumeRolePolicyDocument.Statement).toMatchObject([
      {
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });

  it('never repeats a tick: the next one is a minute away', () => {
    expect(properties.Target.RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 });
    const { properties: invoke } = resource(
      template,
      'AWS::Lambda::EventInvokeConfig',
      'PollingDispatchPolls',
    );
    expect(invoke).toMatchObject({ MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 });
  });
});

describe('the queues', () => {
  const { properties: polls } = queue('Polls');

  it('give out no poll again while it may still be running', () => {
    expect(polls.VisibilityTimeout).toBeGreaterThan(poll.properties.Timeout);
  });

  it('move a poll that was received five times to the dead letters, before it is too old to be kept', () => {
    const { maxReceiveCount, deadLetterTargetArn } = polls.RedrivePolicy;
    expect(deadLetterTargetArn).toEqual({ 'Fn::GetAtt': [queue('DeadPolls').logicalId, 'Arn'] });
    expect(maxReceiveCount).toBe(5);
    const maxDelay = 60;
    expect(maxDelay + maxReceiveCount * polls.VisibilityTimeout).toBeLessThan(polls.MessageRetentionPeriod);
  });

  it('drop polls that are long past their deadline, and keep the dead ones for two weeks', () => {
    expect(polls.MessageRetentionPeriod).toBe(15 * 60);
    expect(queue('DeadPolls').properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
  });

  it.each(['Polls', 'DeadPolls'])(
    '%s is encrypted without a key of our own and takes nothing without TLS',
    (name) => {
      const { logicalId, properties } = queue(name);
      expect(properties.SqsManagedSseEnabled).toBe(true);
      const policy = resources(template, 'AWS::SQS::QueuePolicy').find(
        ({ properties }) => properties.Queues[0].Ref === logicalId,
      );
      expect(policy?.properties.PolicyDocument.Statement).toMatchObject([
        {
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: 'sqs:*',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
      ]);
    },
  );
});

describe('the functions', () => {
  it.each([dispatch, poll])('run on the current Node on ARM, logging JSON: $logicalId', ({ properties }) => {
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      Timeout: 60,
      LoggingConfig: { LogFormat: 'JSON' },
    });
  });

  it('have the memory, and so the processor, of their work', () => {
    expect([dispatch, poll].map(({ properties }) => properties.MemorySize)).toEqual([1_024, 512]);
  });

  it.each([dispatch, poll])('keep their logs for a month: $logicalId', ({ properties }) => {
    const logGroup = properties.LoggingConfig.LogGroup.Ref;
    expect(resource(template, 'AWS::Logs::LogGroup', logGroup).properties.RetentionInDays).toBe(30);
  });

  it('find in their environment what they read from it, and nothing else', () => {
    const { NODE_OPTIONS, ...forDispatch } = dispatch.properties.Environment.Variables;
    expect(NODE_OPTIONS).toBe('--enable-source-maps');
    expect(dispatchEnvironment.strict().parse(filledIn(forDispatch))).toMatchObject({
      EVERY_SECONDS: 300,
      CALLS_PER_SECOND: 40,
      CALLS_PER_DAY: 800,
    });
    const { NODE_OPTIONS: _, ...forPoll } = poll.properties.Environment.Variables;
    expect(pollEnvironment.strict().parse(filledIn(forPoll))).toMatchObject({
      BASE_URL: 'https://deep-index.moralis.io',
      COIN_BASE_URL: 'https://coins.example.org',
      CALLS_PER_SECOND: 40,
      API_KEY_PARAMETER: '/chainbell/api-key',
    });
  });

  it('get every setting that they read, none of them its default', () => {
    const token = 'eth:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
    const other = synthesised({
      ...{ baseUrl: 'https://api.example.org', apiVersion: 'v2.2', coinArrayStyle: 'comma' },
      ...{ coinBaseUrl: 'https://coins.example.org', coins: { [token]: '0x1::asset::USDC' } },
      ...{ prices: 'defillama', priceBaseUrl: 'https://prices.example.org', source: { eth: 'node' } },
      ...{ callsPerSecond: 40, callsPerDay: 800, apiKeyParameter: '/other/key', every: '5m' },
      ...{
        sweepEvery: '2h',
        scanEvery: '30s',
        rpcParameters: '/other/rpc',
        heartbeatParameter: '/other/beat',
      },
      ...{ summary: 'daily', historyDays: 30, runbookUrl: 'https://wiki.example.org/runbook' },
      ...{ stackName: 'Other', localEngine: true },
    });
    const of = (name: string) => lambda(name, other).properties.Environment.Variables;
    const both = {
      ...{ SOURCES: '{"0x1":"node"}', CALLS_PER_SECOND: '40', CALLS_PER_DAY: '800' },
      ...{ RUNBOOK_URL: 'https://wiki.example.org/runbook', STACK_NAME: 'Other' },
    };
    expect(of('DispatchPolls')).toMatchObject({
      ...both,
      ...{ EVERY_SECONDS: '300', SWEEP_SECONDS: '7200', SCAN_SECONDS: '30', SUMMARY: 'daily' },
      ...{ RPC_PARAMETERS: '/other/rpc', HEARTBEAT_PARAMETER: '/other/beat', LOOPBACK: 'allowed' },
    });
    expect(of('PollWallets')).toMatchObject({
      ...both,
      ...{ BASE_URL: 'https://api.example.org', API_VERSION: 'v2.2', API_KEY_PARAMETER: '/other/key' },
      ...{ COIN_BASE_URL: 'https://coins.example.org', COIN_ARRAY_STYLE: 'comma', HISTORY_DAYS: '30' },
      COINS: JSON.stringify({ [token.replace('eth', '0x1')]: '0x1::asset::USDC' }),
      PRICE_BASE_URL: 'https://prices.example.org',
    });
    expect(poll.properties.Environment.Variables.PRICE_BASE_URL).toBe('');
  });

  it('get no daily limit if the plan has none', () => {
    const unlimited = synthesised();
    for (const name of ['DispatchPolls', 'PollWallets']) {
      expect(lambda(name, unlimited).properties.Environment.Variables.CALLS_PER_DAY).toBe('');
    }
  });
});

describe('the workers', () => {
  it('of what SNS email takes are eight alerts a second together', () => {
    for (const callsPerSecond of [1, 10, 40, 160]) {
      const { concurrency, alertsPerSecond } = workersFor(callsPerSecond);
      expect(concurrency * alertsPerSecond).toBeCloseTo(8);
    }
    expect(workersFor(500).alertsPerSecond).toBe(0.5);
  });

  it('hold because the event source starts no more workers than that, a message each', () => {
    expect(
      resource(template, 'AWS::Lambda::EventSourceMapping', 'PollingTakePolls').properties,
    ).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': [queue('Polls').logicalId, 'Arn'] },
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 4 },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });
});

describe('scans between two ticks', () => {
  const wakesOf = (settings: Record<string, unknown>) =>
    resources(synthesised(settings), 'AWS::Lambda::EventSourceMapping', 'PollingTakeWakeUps');

  it('wake the dispatch function by a queue of its own', () => {
    const [wakes] = wakesOf({ scanEvery: '30s' });
    expect(wakes?.properties).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': [queue('WakeUps').logicalId, 'Arn'] },
      FunctionName: { Ref: lambda('DispatchPolls').logicalId },
      // A message a scan; more at once would ask a node for the same blocks.
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 2 },
    });
  });

  it('forget one that nobody took: the next ticks have scanned its blocks', () => {
    expect(queue('WakeUps').properties.MessageRetentionPeriod).toBe(120);
  });

  it('have no queue if a tick is enough', () => {
    expect(wakesOf({ scanEvery: '1m' })).toEqual([]);
  });
});
