import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { makeApp, resource, resources, synthesised } from './synthesised.ts';

const template = synthesised({
  emails: 'ada@example.org,bob@example.org',
  phones: ['+4915112345678', { phone: '+12025550123', filter: { direction: ['out'] } }],
  webhooks: 'https://example.org/hook,http://127.0.0.1:4012/hook',
  opsEmails: 'ops@example.org',
});
const alerts = resource(template, 'AWS::SNS::Topic', 'TopicsAlerts');
const operations = resource(template, 'AWS::SNS::Topic', 'TopicsOperations');

const subscriptions = (topic: string) =>
  resources(template, 'AWS::SNS::Subscription')
    .filter(({ properties }) => properties.TopicArn.Ref === topic)
    .map(({ properties }) => [properties.Protocol, properties.Endpoint]);

describe('the topics', () => {
  it('keep their logical ids, as another id is another topic without subscribers', () => {
    expect([alerts.logicalId, operations.logicalId]).toEqual([
      'TopicsAlerts790CC8DD',
      'TopicsOperations73808476',
    ]);
  });

  it('have the subscribers of the settings', () => {
    expect(subscriptions(alerts.logicalId)).toEqual([
      ['email', 'ada@example.org'],
      ['email', 'bob@example.org'],
      ['sms', '+4915112345678'],
      ['sms', '+12025550123'],
      ['https', 'https://example.org/hook'],
      ['http', 'http://127.0.0.1:4012/hook'],
    ]);
    expect(subscriptions(operations.logicalId)).toEqual([['email', 'ops@example.org']]);
  });

  it('send a phone that has a filter what passes it, and any other one everything', () => {
    const policies = resources(template, 'AWS::SNS::Subscription').flatMap(({ properties }) =>
      properties.Protocol === 'sms' ? [[properties.Endpoint, properties.FilterPolicy]] : [],
    );
    expect(policies).toEqual([
      ['+4915112345678', undefined],
      ['+12025550123', { direction: ['out'] }],
    ]);
  });

  it('say at synth that a deploy without subscribers takes those of an earlier one away', () => {
    const warnings = (settings: Record<string, unknown>) =>
      Annotations.fromStack(makeApp(settings).stack)
        .findWarning('*', Match.stringLikeRegexp('No setting subscribes anybody'))
        .map(({ id }) => id);
    expect(warnings({})).toEqual([
      '/Chainbell/Default/Topics/Alerts',
      '/Chainbell/Default/Topics/Operations',
    ]);
    expect(warnings({ webhooks: 'https://example.org/hook' })).toEqual([
      '/Chainbell/Default/Topics/Operations',
    ]);
    expect(warnings({ phones: '+4915112345678', opsEmails: 'ops@example.org' })).toEqual([]);
  });

  it('have none unless asked', () => {
    expect(resources(synthesised(), 'AWS::SNS::Subscription')).toEqual([]);
  });

  it("encrypt alerts at rest with AWS's SNS key, and operations messages not, so that alarms can publish", () => {
    expect(JSON.stringify(alerts.properties.KmsMasterKeyId)).toContain(':alias/aws/sns');
    expect(operations.properties.KmsMasterKeyId).toBeUndefined();
  });

  it.each([alerts, operations])('take nothing without TLS: $logicalId', ({ logicalId }) => {
    const policy = resource(template, 'AWS::SNS::TopicPolicy', logicalId.slice(0, -8));
    expect(policy.properties.Topics).toEqual([{ Ref: logicalId }]);
    expect(policy.properties.PolicyDocument.Statement).toContainEqual({
      Sid: 'AllowPublishThroughSSLOnly',
      Effect: 'Deny',
      Principal: '*',
      Action: 'sns:Publish',
      Resource: { Ref: logicalId },
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    });
  });

  it("let this account's alarms publish to operations, and nobody else", () => {
    const { PolicyDocument } = resource(template, 'AWS::SNS::TopicPolicy', 'TopicsOperations').properties;
    const allowed = PolicyDocument.Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow');
    expect(allowed).toEqual([
      {
        Sid: 'AlarmsPublish',
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: { Ref: operations.logicalId },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });
});

describe('webhooks', () => {
  const deadLetters = resource(template, 'AWS::SQS::Queue', 'TopicsDeadWebhookAlerts');
  const arn = { 'Fn::GetAtt': [deadLetters.logicalId, 'Arn'] };
  const ofProtocol = (protocol: RegExp) =>
    resources(template, 'AWS::SNS::Subscription')
      .map(({ properties }) => properties)
      .filter(({ Protocol }) => protocol.test(Protocol));

  it('are tried again for most of an hour, within what SNS takes whatever its curve is', () => {
    const webhooks = ofProtocol(/^https?$/);
    expect(webhooks).toHaveLength(2);
    for (const { DeliveryPolicy } of webhooks) {
      const policy = DeliveryPolicy.healthyRetryPolicy;
      expect(policy).toEqual({
        minDelayTarget: 5,
        maxDelayTarget: 120,
        numRetries: 50,
        numMinDelayRetries: 21,
        numMaxDelayRetries: 24,
      });
      const given =
        policy.numMinDelayRetries * policy.minDelayTarget + policy.numMaxDelayRetries * policy.maxDelayTarget;
      const onTheCurve = policy.numRetries - policy.numMinDelayRetries - policy.numMaxDelayRetries;
      expect(given + onTheCurve * policy.minDelayTarget).toBeGreaterThanOrEqual(50 * 60);
      expect(given + onTheCurve * policy.maxDelayTarget).toBeLessThanOrEqual(3_600);
    }
  });

  it('leave what they do not take in one queue, for as long as SQS keeps anything', () => {
    for (const { RedrivePolicy } of ofProtocol(/^https?$/)) {
      expect(RedrivePolicy).toEqual({ deadLetterTargetArn: arn });
    }
    expect(deadLetters.properties).toEqual({
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
      SqsManagedSseEnabled: true,
    });
  });

  it('let this topic send to that queue, by TLS, and nobody else', () => {
    const policy = resource(template, 'AWS::SQS::QueuePolicy', 'TopicsDeadWebhookAlerts').properties;
    expect(policy.Queues).toEqual([{ Ref: deadLetters.logicalId }]);
    expect(policy.PolicyDocument.Statement).toEqual([
      {
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 'sqs:*',
        Resource: arn,
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
      {
        Effect: 'Allow',
        Principal: { Service: 'sns.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: arn,
        Condition: { ArnEquals: { 'aws:SourceArn': { Ref: alerts.logicalId } } },
      },
    ]);
  });

  it('have their queue to themselves, and there is none without them', () => {
    for (const properties of ofProtocol(/^(email|sms)$/)) {
      expect([properties.RedrivePolicy, properties.DeliveryPolicy]).toEqual([undefined, undefined]);
    }
    const without = synthesised({ emails: 'ada@example.org', phones: '+4915112345678' });
    expect(resources(without, 'AWS::SQS::Queue').map(({ logicalId }) => logicalId.slice(0, -8))).toEqual([
      'PollingDeadPolls',
      'PollingPolls',
      'PollingWakeUps',
    ]);
  });
});
