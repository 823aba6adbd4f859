import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { destinations as destinationsSetting, withSummary } from '../../lib/aws/settings/destination.ts';
import { SettingWrong } from '../../lib/aws/settings/read-settings.ts';
import { expectPrinted } from '../support/expect-printed.ts';
import { everyPart, makeApp, resources, synthesised, warned } from './synthesised.ts';

const destinations = [
  { name: 'team', kind: 'slack', filter: { type: ['transfer.sent'], amount: [{ numeric: ['>=', 5] }] } },
  { name: 'phone', kind: 'telegram', operations: true },
];
const all = {
  emails: 'ada@example.org,bob@example.org',
  phones: ['+4915112345678', { phone: '+12025550123', filter: { direction: ['out'] } }],
  webhooks: 'https://example.org/hook,http://127.0.0.1:4012/hook',
  opsEmails: 'ops@example.org',
  destinations,
};
const withAll = synthesised(all);

/** Resources with their properties; references are shown by their target's name. */
function inWords(type: string, template = withAll): string {
  const reference = /\{"(?:Ref":"(\w+)[0-9A-F]{8}"|Fn::GetAtt":\["(\w+)[0-9A-F]{8}","(Arn)"\])\}/g;
  return resources(template, type)
    .map(({ logicalId, properties, deletionPolicy }) => {
      const { Code, Environment, ...shown } = properties;
      const json = JSON.stringify(deletionPolicy ? { ...shown, deletionPolicy } : shown).replaceAll(
        reference,
        (_, ref, of, attribute) => `"${ref ?? `${of}.${attribute}`}"`,
      );
      return `\n${logicalId} ${inspect(JSON.parse(json), { breakLength: 110, depth: 9 })}`;
    })
    .join('\n');
}

const keys = (hash: string, range: string) =>
  `KeySchema: [ { AttributeName: '${hash}', KeyType: 'HASH' }, { AttributeName: '${range}', KeyType: 'RANGE' } ]`;
const recoverable = `Replicas: [ { DeletionProtectionEnabled: true,
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true }, Region: { Ref: 'AWS::Region' } } ],`;
const kept = "SSESpecification: { SSEEnabled: false }, deletionPolicy: 'Retain' }";
const expiring = `SSESpecification: { SSEEnabled: false },
  TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true }, deletionPolicy:`;

const encrypted = 'SqsManagedSseEnabled: true,';
const twoWeeks = 'MessageRetentionPeriod: 1209600,';
const worked = `${encrypted} VisibilityTimeout: 70, deletionPolicy: 'Delete' }`;
const retries = `DeliveryPolicy: { healthyRetryPolicy: { minDelayTarget: 5, maxDelayTarget: 120, numRetries: 50,
  numMinDelayRetries: 21, numMaxDelayRetries: 24 } },`;

const noTls = "Condition: { Bool: { 'aws:SecureTransport': 'false' } }, Effect: 'Deny', Principal:";
/** A policy that requires TLS and accepts messages only from these topics. */
const queuePolicy = (queue: string, ...topics: readonly string[]) =>
  `Statement: [ { Action: 'sqs:*', ${noTls} { AWS: '*' }, Resource: '${queue}.Arn' }${topics
    .map(
      (topic) => `, { Action: 'sqs:SendMessage', Condition: { ArnEquals: { 'aws:SourceArn': '${topic}' } },
        Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Resource: '${queue}.Arn' }`,
    )
    .join('')} ], … Queues: [ '${queue}' ] }`;
const topicPolicy = (topic: string, more = '') =>
  `Statement: [ { Action: 'sns:Publish', ${noTls} '*', Resource: '${topic}',
    Sid: 'AllowPublishThroughSSLOnly' }${more} ], Version: '2012-10-17' }, Topics: [ '${topic}' ] }`;

const lambda = (memory: number, name: string) =>
  `Architectures: [ 'arm64' ], … LoggingConfig: { LogFormat: 'JSON', LogGroup: '${name}Logs' }, MemorySize: ${memory},
    Role: '${name}Role.Arn', Runtime: 'nodejs24.x', Timeout: 60 }`;
const reader = (queue: string, name: string, batch: number, concurrency: number, more = '') =>
  `BatchSize: ${batch}, EventSourceArn: '${queue}.Arn', FunctionName: '${name}Function', ${more}
    ScalingConfig: { MaximumConcurrency: ${concurrency} } }`;
const inPart = "FunctionResponseTypes: [ 'ReportBatchItemFailures' ],";
/** CloudFormation adds and removes filters only if the scope stands in both templates. */
const scoped = "FilterPolicyScope: 'MessageAttributes',";
const logs = "{ RetentionInDays: 30, deletionPolicy: 'Delete' }";
const byLambda = "Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } } ],";

describe('the template of a stack with every optional part', () => {
  // Another logical id would replace a table or topic by an empty one.
  it.each([
    [
      'AWS::DynamoDB::GlobalTable',
      `TablesWatchlistCE1F4CDF { … ${keys('wallet', 'chain')}, ${recoverable} ${kept}
      TablesState705891C2 { … ${keys('wallet', 'chain')}, ${recoverable} ${expiring} 'Retain' }
      TablesHistory40CCE7D9 { … ${keys('watch', 'position')}, ${recoverable} ${expiring} 'Retain' }
      TablesContactsF93627A8 { … KeySchema: [ { AttributeName: 'address', KeyType: 'HASH' } ], ${recoverable} ${kept}
      DestinationsDeliveries5CE424FA { … ${keys('destination', 'item')},
      Replicas: [ { Region: { Ref: 'AWS::Region' } } ], ${expiring} 'Delete' } $`,
    ],
    [
      'AWS::SNS::Topic',
      `TopicsAlerts790CC8DD { DisplayName: 'Chainbell', KmsMasterKeyId: { … ':alias/aws/sns' ] ] } }
      TopicsOperations73808476 { DisplayName: 'Chainbell operations' } $`,
    ],
    [
      'AWS::SNS::TopicPolicy',
      `${topicPolicy('TopicsAlerts')} … ${topicPolicy(
        'TopicsOperations',
        `, { Action: 'sns:Publish', Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' }, Resource: 'TopicsOperations',
        Sid: 'AlarmsPublish' }`,
      )} $`,
    ],
    [
      'AWS::SNS::Subscription',
      `{ Endpoint: 'ada@example.org', Protocol: 'email', TopicArn: 'TopicsAlerts' } …
      { Endpoint: 'bob@example.org', Protocol: 'email', TopicArn: 'TopicsAlerts' } …
      { Endpoint: '+4915112345678', ${scoped} Protocol: 'sms', TopicArn: 'TopicsAlerts' } …
      { Endpoint: '+12025550123', FilterPolicy: { direction: [ 'out' ] }, ${scoped} Protocol: 'sms', TopicArn: 'TopicsAlerts' } …
      { ${retries} Endpoint: 'https://example.org/hook', Protocol: 'https',
      RedrivePolicy: { deadLetterTargetArn: 'TopicsDeadWebhookAlerts.Arn' }, TopicArn: 'TopicsAlerts' } …
      { ${retries} Endpoint: 'http://127.0.0.1:4012/hook', Protocol: 'http', …
      { Endpoint: 'ops@example.org', Protocol: 'email', TopicArn: 'TopicsOperations' } …
      { Endpoint: 'Destinationsteam.Arn', FilterPolicy: { '$or': [ { type: [ 'summary' ] },
      { type: [ 'transfer.sent' ], amount: [ { numeric: [ '>=', 5 ] } ] } ] }, ${scoped} Protocol: 'sqs',
      RedrivePolicy: { deadLetterTargetArn: 'Destinationsteamdeadletters.Arn' }, TopicArn: 'TopicsAlerts' } …
      { Endpoint: 'Destinationsphone.Arn', ${scoped} Protocol: 'sqs', … TopicArn: 'TopicsAlerts' } …
      { Endpoint: 'Destinationsphone.Arn', Protocol: 'sqs', … TopicArn: 'TopicsOperations' } $`,
    ],
    [
      'AWS::SQS::Queue',
      `TopicsDeadWebhookAlertsCB252448 { ${twoWeeks} ${encrypted} deletionPolicy: 'Delete' }
      PollingDeadPolls46727630 { ${twoWeeks} ${worked}
      PollingPollsBFCD0DA8 { MessageRetentionPeriod: 900,
      RedrivePolicy: { deadLetterTargetArn: 'PollingDeadPolls.Arn', maxReceiveCount: 5 }, ${worked}
      PollingWakeUps8745E8C7 { MessageRetentionPeriod: 120, ${worked}
      Destinationsteam1D2B4483 { ${twoWeeks} QueueName: 'Chainbell-team', ${worked}
      Destinationsteamdeadletters0840B039 { ${twoWeeks} QueueName: 'Chainbell-team-dead-letters', ${encrypted} …`,
    ],
    [
      'AWS::SQS::QueuePolicy',
      [
        ['TopicsDeadWebhookAlerts', 'TopicsAlerts'],
        ['PollingDeadPolls'],
        ['PollingPolls'],
        ['PollingWakeUps'],
        ['Destinationsteam', 'TopicsAlerts'],
        ['Destinationsteamdeadletters', 'TopicsAlerts'],
        ['Destinationsphone', 'TopicsAlerts', 'TopicsOperations'],
        ['Destinationsphonedeadletters', 'TopicsAlerts', 'TopicsOperations'],
      ]
        .map(([queue = '', ...topics]) => queuePolicy(queue, ...topics))
        .join(' … '),
    ],
    [
      'AWS::Scheduler::Schedule',
      `FlexibleTimeWindow: { Mode: 'OFF' }, ScheduleExpression: 'cron(* * * * ? *)',
      Target: { Arn: 'PollingDispatchPollsFunction.Arn', Input: '{"time":"<aws.scheduler.scheduled-time>"}',
      RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 }, RoleArn: 'PollingTickRole.Arn' } } $`,
    ],
    [
      'AWS::Lambda::Function',
      `PollingDispatchPollsFunctionAA3077F0 { ${lambda(1024, 'PollingDispatchPolls')}
      PollingPollWalletsFunction246FAF3A { ${lambda(512, 'PollingPollWallets')}
      DestinationsDeliverAlertsFunction52A2752D { ${lambda(512, 'DestinationsDeliverAlerts')} $`,
    ],
    [
      'AWS::Lambda::EventSourceMapping',
      `{ ${reader('PollingWakeUps', 'PollingDispatchPolls', 1, 2)} … { ${reader('PollingPolls', 'PollingPollWallets', 1, 4, inPart)}
      … { ${reader('Destinationsteam', 'DestinationsDeliverAlerts', 10, 2, inPart)} …`,
    ],
    [
      'AWS::Lambda::EventInvokeConfig',
      `{ FunctionName: 'PollingDispatchPollsFunction', MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0, …`,
    ],
    [
      'AWS::Logs::LogGroup',
      `PollingDispatchPollsLogs54460D5A ${logs} PollingPollWalletsLogs55506B75 ${logs}
      DestinationsDeliverAlertsLogs6282F49D ${logs} $`,
    ],
    [
      'AWS::IAM::Role',
      `PollingDispatchPollsRole1F4B1BDE { … ${byLambda} … PollingPollWalletsRole3C8F0D5C { … ${byLambda} …
      PollingTickRoleA60F2AA1 { … Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      Effect: 'Allow', Principal: { Service: 'scheduler.amazonaws.com' } … ${byLambda} …`,
    ],
  ])('has these: %s', (type, words) => {
    expectPrinted(`${inWords(type)} $`, words);
  });

  it('deletes the tables of a throw-away stack', () => {
    const throwAway = resources(synthesised({ removalPolicy: 'destroy' }), 'AWS::DynamoDB::GlobalTable');
    expect(
      throwAway.map(({ properties, deletionPolicy }) => [
        properties.Replicas[0].DeletionProtectionEnabled,
        deletionPolicy,
      ]),
    ).toEqual(Array(4).fill([false, 'Delete']));
  });
});

describe('without a setting', () => {
  it('there is no subscription, and a warning that a deploy removes those of an earlier one', () => {
    expect(resources(synthesised(), 'AWS::SNS::Subscription')).toEqual([]);
    const warning = 'No setting subscribes anybody';
    expect([warned({}, warning), warned(all, warning)]).toEqual([['Alerts', 'Operations'], []]);
  });

  it('there is no resource for webhooks or destinations, and all others are the same as with them', () => {
    const [without, withThem] = [synthesised(), synthesised(everyPart)];
    expect(JSON.stringify(without.toJSON())).not.toMatch(
      /destination|deliver-?alerts|DeadLetters|DeadWebhook/i,
    );
    expect(Object.keys(without.findOutputs('*'))).not.toContain('DeliverAlertsFunctionName');
    for (const [id, one] of Object.entries(without.toJSON().Resources)) {
      if (!/^MonitoringDashboard/.test(id)) expect([id, withThem.toJSON().Resources[id]]).toEqual([id, one]);
    }
  });

  it('with scanEvery 1m nothing wakes the dispatch function between two ticks', () => {
    expect(inWords('AWS::SQS::Queue', synthesised({ scanEvery: '1m' }))).not.toContain('WakeUps');
  });
});

describe('a destination', () => {
  it('that is a pager gets critical alerts and those that resolve one, or by its own filter, and no summary', () => {
    const filter = { severity: ['warning'] };
    const pagers = destinationsSetting.parse([
      { name: 'pager', kind: 'pagerduty' },
      { name: 'other', kind: 'pagerduty', filter },
    ]);
    const usual = { $or: [{ severity: ['critical'] }, { type: ['transfer.reverted', 'balance.restored'] }] };
    expect(pagers.map(withSummary)).toEqual([usual, filter]);
  });

  it('gets the summary past its filter, unless SNS would then refuse it: a policy has at most five attributes and 150 combinations; operations messages have none', () => {
    const chosen = { severity: ['info'], wallet: [`0x${'a'.repeat(40)}`], token: ['native'] };
    const five = { ...chosen, chain: ['eth'], direction: ['out'] };
    const { direction: _direction, ...four } = five;
    const team = { kind: 'slack', operations: true };
    const words = Array.from({ length: 150 }, (_, i) => `${i}`);
    const filters = [four, five, { tags: words }, {}].map((filter, i) => ({
      ...team,
      name: `team-${i}`,
      filter,
    }));
    const found = resources(
      synthesised({ destinations: [...filters, { name: 'pager', kind: 'pagerduty', filter: {} }] }),
      'AWS::SNS::Subscription',
      'Destinations',
    ).map(({ properties }) => properties.FilterPolicy);
    expect(found).toContainEqual({ $or: [{ type: ['summary'] }, four] });
    expect(found).toContainEqual(five);
    expect(found).toContainEqual({ tags: words });
    // Two empty filters, because SNS takes no empty condition, and four subscriptions of operations.
    expect(found.filter((filter) => filter === undefined)).toHaveLength(2 + 4);
  });

  it("has a name that, with the stack's name before it, SQS accepts", () => {
    expect(() => makeApp({ stackName: 'A'.repeat(62), destinations })).toThrow(SettingWrong);
    expect(() => makeApp({ stackName: 'A'.repeat(61), destinations })).not.toThrow();
  });
});

it('the stack can be deployed without the bootstrap roles', () => {
  const assetsOf = (settings: Record<string, unknown>) =>
    JSON.stringify(makeApp(settings).app.synth().manifest.artifacts?.Chainbell ?? {});
  expect(assetsOf({})).toContain('deploy-role');
  expect(assetsOf({ cliCredentials: 'true' })).not.toContain('deploy-role');
});
