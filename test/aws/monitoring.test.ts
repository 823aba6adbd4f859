import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { metricNames } from '../../functions/runtime/metric-names.ts';
import { resource, resources, synthesised } from './synthesised.ts';

const template = synthesised({ webhooks: 'https://example.org/hook' });
const alarms = resources(template, 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const operations = [{ Ref: resource(template, 'AWS::SNS::Topic', 'TopicsOperations').logicalId }];
/** As web pages make them of headings. */
const anchors = [...runbook.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
  `${heading}`
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-'),
);

const operationsMessages = [
  'row.unreadable',
  'row.duplicate',
  'row.attribute',
  'key.missing',
  'key.refused',
  'plan.exhausted',
  'api.unavailable',
  'wallet.failing',
  'wallets.watching',
  'polling.stretched',
  'backlog',
];

describe.each(alarms)('the alarm $AlarmName', (alarm) => {
  it('says what is lost and links its heading of the runbook', () => {
    const [, loss, anchor] =
      /^(.{40,}) What to do: docs\/runbook\.md#([\w-]+)$/.exec(alarm.AlarmDescription) ?? [];
    expect(loss).toMatch(/alert|wallet/i);
    expect(anchors).toContain(anchor);
  });

  it('tells operations when it begins', () => {
    expect(alarm.AlarmActions).toEqual(operations);
  });

  it('watches one plain metric, as each metric of an alarm is billed', () => {
    expect(alarm.MetricName).toBeDefined();
    expect(alarm.Metrics).toBeUndefined();
  });
});

describe('the alarms', () => {
  const [from, below] = ['GreaterThanOrEqualToThreshold', 'LessThanThreshold'];
  const [good, bad] = ['notBreaching', 'breaching'];
  const minutes = 60;
  type Row = readonly [
    metric: string,
    statistic: string,
    operator: string,
    threshold: number,
    periods: string,
    seconds: number,
    silenceIs: string,
  ];
  const table: Record<string, Row> = {
    'polls blocked': ['Chainbell PollsBlocked', 'Sum', from, 1, '1 of 1', 5 * minutes, good],
    'wallets failing': ['Chainbell WalletsFailing', 'Sum', from, 1, '3 of 3', 5 * minutes, good],
    'dispatch not invoked': ['AWS/Lambda Invocations', 'Sum', below, 1, '1 of 1', 5 * minutes, bad],
    'dispatch failing': ['AWS/Lambda Errors', 'Sum', from, 3, '1 of 1', 5 * minutes, good],
    'polls failing': ['AWS/Lambda Errors', 'Sum', from, 3, '1 of 1', 5 * minutes, good],
    'polls given up': [
      'AWS/SQS ApproximateNumberOfMessagesVisible',
      'Maximum',
      from,
      1,
      '1 of 1',
      5 * minutes,
      good,
    ],
    'polls late': ['Chainbell PollsSkipped', 'Sum', from, 1, '3 of 3', 5 * minutes, good],
    'alerts late': ['Chainbell AlertsLate', 'Sum', from, 1, '3 of 12', 15 * minutes, good],
    'alerts undelivered': [
      'AWS/SNS NumberOfNotificationsFailed',
      'Sum',
      from,
      1,
      '1 of 1',
      5 * minutes,
      good,
    ],
    'webhook alerts given up': [
      'AWS/SQS ApproximateNumberOfMessagesVisible',
      'Maximum',
      from,
      1,
      '1 of 1',
      5 * minutes,
      good,
    ],
  };

  it('ring at these values', () => {
    const asTheyAre = alarms.map((alarm): [string, Row] => [
      alarm.AlarmName.replace('Chainbell: ', ''),
      [
        `${alarm.Namespace} ${alarm.MetricName}`,
        alarm.Statistic,
        alarm.ComparisonOperator,
        alarm.Threshold,
        `${alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods} of ${alarm.EvaluationPeriods}`,
        alarm.Period,
        alarm.TreatMissingData,
      ],
    ]);
    expect(Object.fromEntries(asTheyAre)).toEqual(table);
  });

  it('each watch what they are called by', () => {
    const of = (type: string, name: string) => resource(template, type, name).logicalId;
    const dispatch = { Ref: of('AWS::Lambda::Function', 'PollingDispatchPolls') };
    const poll = { Ref: of('AWS::Lambda::Function', 'PollingPollWallets') };
    const queue = (name: string) => ({ 'Fn::GetAtt': [of('AWS::SQS::Queue', name), 'QueueName'] });
    const alerts = { 'Fn::GetAtt': [of('AWS::SNS::Topic', 'TopicsAlerts'), 'TopicName'] };
    expect(
      Object.fromEntries(
        alarms.map(({ AlarmName, Dimensions }) => [
          AlarmName.replace('Chainbell: ', ''),
          Dimensions.map(({ Value }: { Value: unknown }) => Value),
        ]),
      ),
    ).toEqual({
      'polls blocked': ['poll-wallets', 'Chainbell'],
      'wallets failing': ['poll-wallets', 'Chainbell'],
      'dispatch not invoked': [dispatch],
      'dispatch failing': [dispatch],
      'polls failing': [poll],
      'polls given up': [queue('PollingDeadPolls')],
      'polls late': ['poll-wallets', 'Chainbell'],
      'alerts late': ['poll-wallets', 'Chainbell'],
      'alerts undelivered': [alerts],
      'webhook alerts given up': [queue('TopicsDeadWebhookAlerts')],
    });
  });

  it('tell their end where nothing else tells it, so that a first deployment mails few of them', () => {
    const telling = alarms.filter(({ OKActions }) => OKActions !== undefined);
    expect(telling.map(({ AlarmName }) => AlarmName)).toEqual([
      'Chainbell: dispatch not invoked',
      'Chainbell: dispatch failing',
      'Chainbell: polls failing',
      'Chainbell: polls late',
    ]);
    for (const { OKActions } of telling) expect(OKActions).toEqual(operations);
  });

  it('are within the ten that are free', () => {
    expect(alarms.length).toBeLessThanOrEqual(10);
  });

  it('are one fewer where no webhook is subscribed', () => {
    const names = resources(synthesised(), 'AWS::CloudWatch::Alarm').map(
      ({ properties }) => properties.AlarmName,
    );
    expect(names).toEqual(
      alarms
        .map(({ AlarmName }) => AlarmName)
        .filter((name: string) => name !== 'Chainbell: webhook alerts given up'),
    );
  });
});

describe('the dashboard', () => {
  const [dashboard] = resources(template, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(dashboard?.properties.DashboardBody).replaceAll('\\', '');

  it('shows the median, the ninetieth percentile and the maximum of the time from block to alert', () => {
    const statistics = [...body.matchAll(/"AlertLatency",[^\]]*?"stat":"(\w+)"/g)].map(([, stat]) => stat);
    expect(statistics).toEqual(['p50', 'p90', 'Maximum']);
  });

  it('has every own metric', () => {
    for (const name of Object.values(metricNames)) expect(body).toContain(`"${name}"`);
  });
});

describe('the runbook', () => {
  it.each(Object.values(metricNames))('lists the metric %s', (name) => {
    expect(runbook.slice(runbook.indexOf('\n## Metrics\n'))).toMatch(
      new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'),
    );
  });

  it.each(operationsMessages)('has a heading for %s', (type) => {
    expect(runbook).toMatch(new RegExp(`^#+ ${type.replaceAll('.', '\\.')}$`, 'm'));
  });
});
