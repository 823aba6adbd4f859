import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { DataLake } from '../../docs/examples/cdk/data-lake.ts';
import { TreasuryStack } from '../../docs/examples/cdk/in-your-app.ts';
import { leaseMs } from '../../docs/examples/seen/seen.ts';
import { Subscriber } from '../../docs/examples/subscriber/resources.ts';
import { resource, resources, synthesised } from '../aws/synthesised.ts';

/** The functions are not bundled, because the tests read only the templates. */
const app = () => new App({ context: { 'aws:cdk:bundling-stacks': [] } });

/** Another app's stack with alerts in it, and one of the examples. */
function besideTopic(add: (stack: Stack, alerts: Topic) => unknown): Template {
  const stack = new Stack(app(), 'Theirs');
  add(stack, new Topic(stack, 'Topic'));
  return Template.fromStack(stack);
}

describe("Chainbell in somebody's app", () => {
  const template = Template.fromStack(new TreasuryStack(app(), 'Treasury'));

  it('watches the existing table, and makes none', () => {
    const made = resources(template, 'AWS::DynamoDB::GlobalTable').map(({ logicalId }) => logicalId);
    expect(made.filter((name) => name.includes('Watchlist'))).toEqual([]);
    const { Environment } = resource(
      template,
      'AWS::Lambda::Function',
      'AlertsPollingDispatchPolls',
    ).properties;
    expect(Environment.Variables).toMatchObject({
      WATCHLIST_TABLE: 'treasury-wallets',
      EVERY_SECONDS: '120',
      CALLS_PER_DAY: '20000',
    });
  });

  it('is found by the command line: it has the same outputs as a stack of its own', () => {
    expect(Object.keys(template.findOutputs('*'))).toEqual(
      expect.arrayContaining(Object.keys(synthesised().findOutputs('*'))),
    );
  });

  it('gives the destination outgoing transfers', () => {
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'sqs',
      FilterPolicy: { $or: [{ type: ['summary'] }, { direction: ['out'] }] },
    });
  });

  it('has an alarm of its own on many transfers, which notifies operations', () => {
    const { properties } = resource(template, 'AWS::CloudWatch::Alarm', 'Busy');
    const [topic] = resources(template, 'AWS::SNS::Topic', 'AlertsTopicsOperations');
    expect(properties).toMatchObject({
      MetricName: 'TransfersTold',
      Dimensions: expect.arrayContaining([{ Name: 'stack', Value: 'Treasury' }]),
      Statistic: 'Sum',
      Period: 300,
      Threshold: 100,
      AlarmActions: [{ Ref: topic?.logicalId }],
    });
  });

  it('lets the back office change the Watchlist and read the history', () => {
    const { Statement } = resource(template, 'AWS::IAM::Policy', 'BackOfficeDefaultPolicy').properties
      .PolicyDocument;
    const written = JSON.stringify(
      Statement.filter(({ Action }: { Action: string[] }) => Action.includes('dynamodb:PutItem')),
    );
    expect(written).toContain('treasury-wallets');
    expect(written).not.toContain('History');
    const read = JSON.stringify(
      Statement.filter(({ Action }: { Action: string[] }) => Action.includes('dynamodb:Query')),
    );
    expect(read).toContain('AlertsTablesHistory');
  });
});

describe('the data lake', () => {
  const template = besideTopic((stack, alerts) => new DataLake(stack, 'Lake', alerts));

  it('gets only the JSON of each alert', () => {
    const stream = resource(template, 'AWS::KinesisFirehose::DeliveryStream', 'LakeStream');
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'firehose',
      RawMessageDelivery: true,
      Endpoint: { 'Fn::GetAtt': [stream.logicalId, 'Arn'] },
      SubscriptionRoleArn: Match.anyValue(),
    });
  });

  it('keeps them in a private bucket, a line each', () => {
    const { logicalId, properties, deletionPolicy } = resource(template, 'AWS::S3::Bucket', 'LakeBucket');
    expect(properties.PublicAccessBlockConfiguration).toMatchObject({
      BlockPublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(deletionPolicy).toBe('Retain');
    template.hasResourceProperties('AWS::KinesisFirehose::DeliveryStream', {
      ExtendedS3DestinationConfiguration: {
        BucketARN: { 'Fn::GetAtt': [logicalId, 'Arn'] },
        CompressionFormat: 'GZIP',
        ProcessingConfiguration: { Enabled: true, Processors: [{ Type: 'AppendDelimiterToRecord' }] },
      },
    });
  });
});

describe("the subscriber's resources", () => {
  const template = besideTopic((stack, alerts) => new Subscriber(stack, 'Ledger', alerts));
  const { logicalId, properties } = resource(template, 'AWS::Lambda::Function', 'LedgerFunction');

  it('subscribe the function, and keep failed alerts', () => {
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'lambda',
      Endpoint: { 'Fn::GetAtt': [logicalId, 'Arn'] },
    });
    const queue = resource(template, 'AWS::SQS::Queue', 'LedgerDeadLetters');
    expect(properties.DeadLetterConfig.TargetArn).toEqual({ 'Fn::GetAtt': [queue.logicalId, 'Arn'] });
  });

  it('give the function a table with its key, whose items expire', () => {
    const table = resource(template, 'AWS::DynamoDB::GlobalTable', 'LedgerSeen');
    expect(table.properties).toMatchObject({
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
    expect(properties.Environment.Variables.SEEN_TABLE).toEqual({ Ref: table.logicalId });
  });

  it('end a call before its lease does', () => {
    expect(properties.Timeout * 1000).toBeLessThan(leaseMs);
  });
});
