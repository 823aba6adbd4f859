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
import { resource, resources, synthesised } from './synthesised.ts';

/** Somebody's own stack, with a Chainbell in it. */
function inStack(propsOf: (stack: Stack) => ChainbellProps = () => ({}), id = 'Alerts') {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const stack = new Stack(app, 'Ours');
  return { stack, chainbell: new Chainbell(stack, id, propsOf(stack)) };
}

const ofFunction = (template: Template, name: string) =>
  resource(template, 'AWS::Lambda::Function', name).properties;
const statementsOf = (template: Template, policy: string) =>
  resource(template, 'AWS::IAM::Policy', policy).properties.PolicyDocument.Statement;

describe('the construct', () => {
  it("takes all of the stack's choices as props, and has the settings' defaults for the rest", () => {
    const { stack } = inStack(() => ({
      emails: ['ada@example.org'],
      phones: [{ phone: '+12025550123', filter: { direction: ['out'] } }],
      every: Duration.minutes(5),
      historyRetention: Duration.days(7),
      callsPerDay: 800,
      removalPolicy: RemovalPolicy.DESTROY,
    }));
    const template = Template.fromStack(stack);
    expect(ofFunction(template, 'AlertsPollingDispatchPolls').Environment.Variables).toMatchObject({
      EVERY_SECONDS: '300',
      CALLS_PER_DAY: '800',
    });
    expect(ofFunction(template, 'AlertsPollingPollWallets').Environment.Variables).toMatchObject({
      HISTORY_DAYS: '7',
      BASE_URL: 'https://deep-index.moralis.io',
      API_KEY_PARAMETER: '/chainbell/api-key',
    });
    for (const { deletionPolicy } of resources(template, 'AWS::DynamoDB::GlobalTable')) {
      expect(deletionPolicy).toBe('Delete');
    }
    template.hasResourceProperties('AWS::SNS::Subscription', { Endpoint: 'ada@example.org' });
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Endpoint: '+12025550123',
      FilterPolicy: { direction: ['out'] },
    });
  });

  it.each<[string, ChainbellProps]>([
    ['emails', { emails: ['ada'] }],
    ['every', { every: Duration.seconds(90) }],
    ['historyDays', { historyRetention: Duration.days(0) }],
    ['baseUrl', { baseUrl: 'http://api.example.org' }],
  ])('refuses a wrong value of %s as the app does', (name, props) => {
    expect(() => inStack(() => props)).toThrow(SettingWrong);
    expect(() => inStack(() => props)).toThrow(`The setting ${name} can't be`);
  });

  it("is named by its stack and its path, or by its own name: in alarms, metrics and the functions' counts", () => {
    const namesIn = (stack: Stack) => {
      const template = Template.fromStack(stack);
      const alarm = resource(template, 'AWS::CloudWatch::Alarm', 'AlertsMonitoringPollsBlocked').properties;
      return [
        alarm.AlarmName,
        alarm.Dimensions.find(({ Name }: { Name: string }) => Name === 'stack').Value,
        ofFunction(template, 'AlertsPollingPollWallets').Environment.Variables.STACK_NAME,
      ];
    };
    expect(namesIn(inStack().stack)).toEqual(['Ours-Alerts: polls blocked', 'Ours-Alerts', 'Ours-Alerts']);
    expect(namesIn(inStack(() => ({ name: 'mine' })).stack)).toEqual(['mine: polls blocked', 'mine', 'mine']);
  });

  it("gives each own metric as its alarm has it, and with the caller's options", () => {
    const { stack, chainbell } = inStack();
    const names = [
      ...(['TransfersTold', 'TransfersHidden', 'PollsBlocked', 'PollsSkipped'] as const),
      ...(['WalletsFailing', 'WalletsBehind', 'AlertLatency', 'AlertsLate'] as const),
    ];
    const metrics = names.map((name) => chainbell[`metric${name}`]());
    expect(metrics.map(({ metricName }) => metricName)).toEqual(names);
    const deadLetters = chainbell.metricDeadLetters();
    expect(deadLetters.dimensions).toEqual({ service: 'deliver-alerts', stack: 'Ours-Alerts' });
    expect([...metrics, deadLetters].map(({ metricName }) => metricName).toSorted()).toEqual(
      Object.values(metricNames).toSorted(),
    );
    for (const metric of metrics) {
      expect(metric.dimensions).toEqual({ service: 'poll-wallets', stack: 'Ours-Alerts' });
    }
    Template.fromStack(stack).hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'PollsBlocked',
      Namespace: chainbell.metricPollsBlocked().namespace,
    });
    expect(chainbell.metricAlertLatency().statistic).toBe('p50');
    expect(chainbell.metricAlertLatency({ statistic: 'p99' }).statistic).toBe('p99');
    expect(chainbell.metricTransfersTold({ period: Duration.hours(1) }).period.toMinutes()).toBe(60);
  });

  it('lets others manage the watchlist, read the history, subscribe and tick, each by a grant', () => {
    const { stack, chainbell } = inStack();
    const actionsOf = (name: string, grant: (role: Role) => unknown) => {
      grant(new Role(stack, name, { assumedBy: new ServicePrincipal('ec2.amazonaws.com') }));
      return () =>
        statementsOf(Template.fromStack(stack), name).flatMap(({ Action }: { Action: string[] }) => Action);
    };
    const manage = actionsOf('Manage', (role) => chainbell.grantManageWatchlist(role));
    const read = actionsOf('Read', (role) => chainbell.grantReadHistory(role));
    const subscribe = actionsOf('Subscribe', (role) => chainbell.grantSubscribe(role));
    const tick = actionsOf('Tick', (role) => chainbell.grantTick(role));
    expect(manage()).toEqual(expect.arrayContaining(['dynamodb:PutItem', 'dynamodb:Query']));
    expect(read()).toContain('dynamodb:Query');
    expect(read()).not.toContain('dynamodb:PutItem');
    expect(subscribe()).toEqual(['sns:Subscribe']);
    expect(tick()).toEqual(['lambda:InvokeFunction']);
  });
});

describe('what somebody brings along', () => {
  it('topics are used in place of new ones, and their policies stay as they are', () => {
    const { stack, chainbell } = inStack((stack) => ({
      emails: ['ada@example.org'],
      alertsTopic: new Topic(stack, 'TheirAlerts'),
      operationsTopic: Topic.fromTopicArn(stack, 'TheirOps', 'arn:aws:sns:eu-west-1:111122223333:ops'),
    }));
    const template = Template.fromStack(stack);
    const [topic, ...others] = resources(template, 'AWS::SNS::Topic');
    expect([topic?.logicalId.slice(0, -8), others]).toEqual(['TheirAlerts', []]);
    expect(resources(template, 'AWS::SNS::TopicPolicy')).toEqual([]);
    expect(ofFunction(template, 'AlertsPollingPollWallets').Environment.Variables).toMatchObject({
      ALERTS_TOPIC_ARN: { Ref: topic?.logicalId },
      OPS_TOPIC_ARN: 'arn:aws:sns:eu-west-1:111122223333:ops',
    });
    template.hasResourceProperties('AWS::SNS::Subscription', {
      TopicArn: { Ref: topic?.logicalId },
      Endpoint: 'ada@example.org',
    });
    expect(chainbell.operationsTopic.topicArn).toBe('arn:aws:sns:eu-west-1:111122223333:ops');
  });

  it('topics with keys of their own can be published to: each function that does may use their keys', () => {
    const topicUnder = (stack: Stack, name: string) =>
      new Topic(stack, name, { masterKey: new Key(stack, `${name}Key`) });
    const { stack } = inStack((stack) => ({
      alertsTopic: topicUnder(stack, 'TheirAlerts'),
      operationsTopic: topicUnder(stack, 'TheirOps'),
      destinations: [{ name: 'team', kind: 'slack' }],
    }));
    const template = Template.fromStack(stack);
    const keysOf = (role: string) =>
      statementsOf(template, role)
        .filter(({ Action }: { Action: string | string[] }) =>
          [Action].flat().includes('kms:GenerateDataKey*'),
        )
        .map(({ Resource }: { Resource: { 'Fn::GetAtt': [string] } }) =>
          Resource['Fn::GetAtt'][0].slice(0, -8),
        );
    expect(keysOf('AlertsPollingPollWalletsRole')).toEqual(['TheirAlertsKey', 'TheirOpsKey']);
    expect(keysOf('AlertsPollingDispatchPollsRole')).toEqual(['TheirAlertsKey', 'TheirOpsKey']);
    expect(keysOf('AlertsDestinationsDeliverAlertsRole')).toEqual(['TheirOpsKey']);
  });

  it('a watchlist is read in place of a new one', () => {
    const { stack } = inStack((stack) => ({
      watchlistTable: Table.fromTableName(stack, 'Theirs', 'their-wallets'),
    }));
    const template = Template.fromStack(stack);
    expect(
      resources(template, 'AWS::DynamoDB::GlobalTable').map(({ logicalId }) => logicalId.slice(0, -8)),
    ).toEqual(['AlertsTablesState', 'AlertsTablesHistory', 'AlertsTablesContacts']);
    expect(ofFunction(template, 'AlertsPollingDispatchPolls').Environment.Variables.WATCHLIST_TABLE).toBe(
      'their-wallets',
    );
    const [read] = statementsOf(template, 'AlertsPollingDispatchPollsRole');
    expect(JSON.stringify(read.Resource)).toContain('table/their-wallets');
  });

  it('a parameter holds the key, and is the only one that may be read', () => {
    const { stack } = inStack((stack) => ({
      apiKeyParameter: StringParameter.fromSecureStringParameterAttributes(stack, 'Key', {
        parameterName: '/ours/key',
      }),
    }));
    const template = Template.fromStack(stack);
    expect(ofFunction(template, 'AlertsPollingPollWallets').Environment.Variables.API_KEY_PARAMETER).toBe(
      '/ours/key',
    );
    const statement = statementsOf(template, 'AlertsPollingPollWalletsRole').find(
      ({ Sid }: { Sid: string }) => Sid === 'ReadApiKey',
    );
    expect(statement.Action).toBe('ssm:GetParameter');
    expect(JSON.stringify(statement.Resource)).toContain(':parameter/ours/key"');
  });
});

describe('a second stack of the account and region', () => {
  const nameProperties = /^(Alarm|Dashboard|Table|Queue|Topic|Function|Role|LogGroup|Policy)?Name$/;
  /** What a template calls its resources itself; CloudFormation puts the stack's name before all others. */
  const names = (template: Template): unknown[] =>
    Object.values<{ Properties?: object }>(template.toJSON().Resources).flatMap(({ Properties = {} }) =>
      Object.entries(Properties)
        .filter(([property, value]) => nameProperties.test(property) && typeof value === 'string')
        .map(([, value]) => value),
    );

  it('gives no resource the name of one of the first, alarms included', () => {
    const first = names(synthesised());
    const second = names(synthesised({ stackName: 'Second' }));
    expect(first).toContain('Chainbell: polls blocked');
    expect(second).toContain('Second: polls blocked');
    // The name of a role's inline policy is within the role.
    const shared = first.filter((name) => second.includes(name));
    expect(shared.filter((name) => !/DefaultPolicy/.test(String(name)))).toEqual([]);
  });

  it('watches and counts its own metrics alone', () => {
    const template = synthesised({ stackName: 'Second' });
    const own = resources(template, 'AWS::CloudWatch::Alarm')
      .map(({ properties }) => properties)
      .filter(({ Namespace }) => Namespace === 'Chainbell');
    expect(own).toHaveLength(4);
    for (const { Dimensions } of own) expect(Dimensions).toContainEqual({ Name: 'stack', Value: 'Second' });
    expect(ofFunction(template, 'PollingPollWallets').Environment.Variables.STACK_NAME).toBe('Second');
    const [dashboard] = resources(template, 'AWS::CloudWatch::Dashboard');
    const stacks = JSON.stringify(dashboard).matchAll(/stack\W+(\w+)/g);
    expect([...new Set([...stacks].map(([, name]) => name))]).toEqual(['Second']);
  });
});

describe('the setting tracing', () => {
  const modes = (settings: Record<string, unknown>) =>
    resources(synthesised(settings), 'AWS::Lambda::Function').map(
      ({ properties }) => properties.TracingConfig,
    );

  it('is off unless asked for', () => {
    expect(modes({})).toEqual([undefined, undefined]);
  });

  it('has X-Ray trace both functions, and lets them write traces', () => {
    expect(modes({ tracing: 'true' })).toEqual([{ Mode: 'Active' }, { Mode: 'Active' }]);
    for (const role of ['PollingDispatchPollsRole', 'PollingPollWalletsRole']) {
      const actions = statementsOf(synthesised({ tracing: 'true' }), role).flatMap(
        ({ Action }: { Action: string[] }) => Action,
      );
      expect(actions).toEqual(expect.arrayContaining(['xray:PutTraceSegments']));
    }
  });
});
