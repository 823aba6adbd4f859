import { App, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { describe, expect, it } from 'vitest';
import { metricNames } from '../../functions/runtime/metric-names.ts';
import { Chainbell, type ChainbellProps } from '../../lib/aws/chainbell.ts';
import { SettingWrong } from '../../lib/aws/settings/read-settings.ts';
import type { Statement } from './permissions.ts';
import { resource, resources, synthesised } from './synthesised.ts';

/** Another app's stack with a Chainbell in it. */
function inStack(propsOf: (stack: Stack) => ChainbellProps = () => ({})) {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const stack = new Stack(app, 'Ours');
  const chainbell = new Chainbell(stack, 'Alerts', propsOf(stack));
  return { stack, chainbell, template: () => Template.fromStack(stack) };
}

const variablesOf = (template: Template, name: string) =>
  resource(template, 'AWS::Lambda::Function', name).properties.Environment.Variables;
const statementsOf = (template: Template, policy: string): Statement[] =>
  resource(template, 'AWS::IAM::Policy', policy).properties.PolicyDocument.Statement;
const [dispatch, poll] = ['AlertsPollingDispatchPolls', 'AlertsPollingPollWallets'] as const;

describe('the construct', () => {
  it("takes all of the stack's settings as props, with the settings' defaults", () => {
    const template = inStack(() => ({
      emails: ['ada@example.org'],
      phones: [{ phone: '+12025550123', filter: { direction: ['out'] } }],
      every: Duration.minutes(5),
      sweepEvery: Duration.hours(1),
      scanEvery: Duration.minutes(1),
      apiKeyParameter: '/ours/key',
      historyRetention: Duration.days(7),
      callsPerDay: 800,
      removalPolicy: RemovalPolicy.DESTROY,
    })).template();
    expect(variablesOf(template, dispatch)).toMatchObject({
      ...{ EVERY_SECONDS: '300', SWEEP_SECONDS: '3600', SCAN_SECONDS: '60', CALLS_PER_DAY: '800' },
    });
    expect(variablesOf(template, poll)).toMatchObject({
      HISTORY_DAYS: '7',
      BASE_URL: 'https://deep-index.moralis.io',
      API_KEY_PARAMETER: '/ours/key',
    });
    for (const { deletionPolicy } of resources(template, 'AWS::DynamoDB::GlobalTable'))
      expect(deletionPolicy).toBe('Delete');
    const subscriptions = resources(template, 'AWS::SNS::Subscription');
    expect(subscriptions.map(({ properties }) => [properties.Endpoint, properties.FilterPolicy])).toEqual([
      ['ada@example.org', undefined],
      ['+12025550123', { direction: ['out'] }],
    ]);
  });

  it.each<[string, ChainbellProps]>([
    ['emails[0]', { emails: ['ada'] }],
    ['every', { every: Duration.seconds(90) }],
    ['historyDays', { historyRetention: Duration.days(0) }],
    ['baseUrl', { baseUrl: 'http://api.example.org' }],
  ])('refuses a wrong value of %s as the app does', (name, props) => {
    expect(() => inStack(() => props)).toThrow(SettingWrong);
    expect(() => inStack(() => props)).toThrow(`The setting ${name} can't be`);
  });

  it("is named by its stack and its path, or by its own name: in alarms, metrics and the functions' counts", () => {
    const namesIn = (props: ChainbellProps) => {
      const template = inStack(() => props).template();
      const alarm = resource(template, 'AWS::CloudWatch::Alarm', 'AlertsMonitoringPollsBlocked').properties;
      const stack = alarm.Dimensions.find(({ Name }: { Name: string }) => Name === 'stack').Value;
      return [alarm.AlarmName, stack, variablesOf(template, poll).STACK_NAME];
    };
    expect(namesIn({})).toEqual(['Ours-Alerts: polls blocked', 'Ours-Alerts', 'Ours-Alerts']);
    expect(namesIn({ name: 'mine' })).toEqual(['mine: polls blocked', 'mine', 'mine']);
    // SQS would refuse it, as a nested stack's name, which only the deploy knows.
    const spaced: ChainbellProps = { name: 'not mine', destinations: [{ name: 'team', kind: 'slack' }] };
    expect(() => namesIn(spaced)).toThrow(/ called not mine-team-dead-letters, .* the construct's prop name/);
  });

  it("gives each own metric as its alarm uses it, or with the caller's options", () => {
    const { chainbell, template } = inStack();
    const metrics = Object.values(metricNames).map((name) => chainbell[`metric${name}`]());
    expect(
      metrics.map(({ metricName, dimensions, statistic }) => [metricName, dimensions, statistic]),
    ).toEqual(
      Object.values(metricNames).map((name) => [
        name,
        { service: name === 'DeadLetters' ? 'deliver-alerts' : 'poll-wallets', stack: 'Ours-Alerts' },
        name === 'AlertLatency' ? 'p50' : 'Sum',
      ]),
    );
    template().hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'PollsBlocked',
      Namespace: chainbell.metricPollsBlocked().namespace,
    });
    expect(chainbell.metricAlertLatency({ statistic: 'p99' }).statistic).toBe('p99');
    expect(chainbell.metricTransfersTold({ period: Duration.hours(1) }).period.toMinutes()).toBe(60);
  });

  it('has grants to manage the watchlist, read the history, subscribe and tick', () => {
    const { stack, chainbell, template } = inStack();
    const roleOf = (name: string) =>
      new Role(stack, name, { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
    chainbell.grantManageWatchlist(roleOf('Manage'));
    chainbell.grantReadHistory(roleOf('Read'));
    chainbell.grantSubscribe(roleOf('Subscribe'));
    chainbell.grantTick(roleOf('Tick'));
    const made = template();
    const actionsOf = (name: string) => statementsOf(made, name).flatMap(({ Action }) => Action);
    expect(actionsOf('Manage')).toEqual(expect.arrayContaining(['dynamodb:PutItem', 'dynamodb:Query']));
    expect(actionsOf('Read')).toContain('dynamodb:Query');
    expect(actionsOf('Read')).not.toContain('dynamodb:PutItem');
    expect(actionsOf('Subscribe')).toEqual(['sns:Subscribe']);
    expect(actionsOf('Tick')).toEqual(['lambda:InvokeFunction']);
  });
});

describe('resources that an app passes in', () => {
  it('topics replace new ones, and their policies stay unchanged', () => {
    const operationsArn = 'arn:aws:sns:eu-west-1:111122223333:ops';
    const { chainbell, template } = inStack((stack) => ({
      emails: ['ada@example.org'],
      alertsTopic: new Topic(stack, 'TheirAlerts'),
      operationsTopic: Topic.fromTopicArn(stack, 'TheirOps', operationsArn),
    }));
    const made = template();
    const { logicalId: Ref } = resource(made, 'AWS::SNS::Topic', '');
    expect(Ref).toMatch(/^TheirAlerts/);
    expect(resources(made, 'AWS::SNS::TopicPolicy')).toEqual([]);
    const arns = { ALERTS_TOPIC_ARN: { Ref }, OPS_TOPIC_ARN: operationsArn };
    expect(variablesOf(made, poll)).toMatchObject(arns);
    const subscription = { TopicArn: { Ref }, Endpoint: 'ada@example.org' };
    made.hasResourceProperties('AWS::SNS::Subscription', subscription);
    expect(chainbell.operationsTopic.topicArn).toBe(operationsArn);
  });

  it('topics with their own KMS keys: each function that publishes to them may use the keys', () => {
    const topicUnder = (stack: Stack, name: string) =>
      new Topic(stack, name, { masterKey: new Key(stack, `${name}Key`) });
    const template = inStack((stack) => ({
      alertsTopic: topicUnder(stack, 'TheirAlerts'),
      operationsTopic: topicUnder(stack, 'TheirOps'),
      destinations: [{ name: 'team', kind: 'slack' }],
    })).template();
    const keysOf = (role: string) =>
      statementsOf(template, role)
        .filter(({ Action }) => [Action].flat().includes('kms:GenerateDataKey*'))
        .map(({ Resource }) => JSON.stringify(Resource).match(/\w+Key(?=[0-9A-F]{8})/)?.[0]);
    expect(keysOf('AlertsPollingPollWalletsRole')).toEqual(['TheirAlertsKey', 'TheirOpsKey']);
    expect(keysOf('AlertsPollingDispatchPollsRole')).toEqual(['TheirAlertsKey', 'TheirOpsKey']);
    expect(keysOf('AlertsDestinationsDeliverAlertsRole')).toEqual(['TheirOpsKey']);
  });

  it('a watchlist replaces a new one, and the functions that read it may decrypt by its own KMS key', () => {
    const template = inStack((stack) => {
      const theirs = { tableName: 'their-wallets', encryptionKey: new Key(stack, 'TheirKey') };
      return { watchlistTable: Table.fromTableAttributes(stack, 'Theirs', theirs) };
    }).template();
    const tables = resources(template, 'AWS::DynamoDB::GlobalTable').map(({ logicalId }) =>
      logicalId.slice(0, -8),
    );
    expect(tables).toEqual(['AlertsTablesState', 'AlertsTablesHistory', 'AlertsTablesContacts']);
    expect(variablesOf(template, dispatch).WATCHLIST_TABLE).toBe('their-wallets');
    const [read] = statementsOf(template, 'AlertsPollingDispatchPollsRole');
    expect(JSON.stringify(read?.Resource)).toContain('table/their-wallets');
    for (const name of ['DispatchPolls', 'PollWallets'])
      expect(statementsOf(template, `AlertsPolling${name}Role`).flatMap(({ Action }) => Action)).toContain(
        'kms:Decrypt',
      );
  });

  it('a key parameter is the only one that may be read', () => {
    const parameterName = '/ours/key';
    const template = inStack((stack) => ({
      apiKeyParameter: StringParameter.fromSecureStringParameterAttributes(stack, 'Key', { parameterName }),
    })).template();
    expect(variablesOf(template, poll).API_KEY_PARAMETER).toBe(parameterName);
    const statement = statementsOf(template, 'AlertsPollingPollWalletsRole').find(
      ({ Sid }) => Sid === 'ReadApiKey',
    );
    expect(statement?.Action).toBe('ssm:GetParameter');
    expect(JSON.stringify(statement?.Resource)).toContain(':parameter/ours/key"');
  });
});

describe('a second stack in the account and region', () => {
  const second = synthesised({ stackName: 'Second' });
  const nameProperties = /^(Alarm|Dashboard|Table|Queue|Topic|Function|Role|LogGroup|Policy)?Name$/;
  /** The names that a template sets itself; CloudFormation puts the stack's name before all others. */
  const names = (template: Template): unknown[] =>
    Object.values<{ Properties?: object }>(template.toJSON().Resources).flatMap(({ Properties = {} }) =>
      Object.entries(Properties).flatMap(([property, value]) =>
        nameProperties.test(property) && typeof value === 'string' ? [value] : [],
      ),
    );

  it('shares no resource name with the first, alarms included', () => {
    expect(names(second)).toContain('Second: polls blocked');
    const shared = names(synthesised()).filter((name) => names(second).includes(name));
    // An inline policy's name is local to its role.
    expect(shared.filter((name) => !/DefaultPolicy/.test(String(name)))).toEqual([]);
  });

  it('watches and counts only its own metrics', () => {
    const own = resources(second, 'AWS::CloudWatch::Alarm')
      .map(({ properties }) => properties)
      .filter(({ Namespace }) => Namespace === 'Chainbell');
    expect(own).toHaveLength(4);
    for (const { Dimensions } of own) expect(Dimensions).toContainEqual({ Name: 'stack', Value: 'Second' });
    expect(variablesOf(second, 'PollingPollWallets').STACK_NAME).toBe('Second');
    const dashboards = JSON.stringify(resources(second, 'AWS::CloudWatch::Dashboard'));
    const stacks = Array.from(dashboards.matchAll(/stack\W+(\w+)/g), ([, name]) => name);
    expect([...new Set(stacks)]).toEqual(['Second']);
  });
});

it('the setting tracing has X-Ray trace both functions, and lets them write traces', () => {
  const modes = (template: Template) =>
    resources(template, 'AWS::Lambda::Function').map(({ properties }) => properties.TracingConfig?.Mode);
  expect(modes(synthesised())).toEqual([undefined, undefined]);
  const traced = synthesised({ tracing: 'true' });
  expect(modes(traced)).toEqual(['Active', 'Active']);
  for (const role of ['PollingDispatchPollsRole', 'PollingPollWalletsRole'])
    expect(statementsOf(traced, role).flatMap(({ Action }) => Action)).toContain('xray:PutTraceSegments');
});
