import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { metricNames, metricNamespace } from '../../functions/operations/metric-names.ts';
import { resource, resources, synthesised } from './synthesised.ts';

const template = synthesised();
const alarms = resources(template, 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
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

  it('tells operations when it begins and when it ends', () => {
    const operations = [{ Ref: resource(template, 'AWS::SNS::Topic', 'TopicsOperations').logicalId }];
    expect([alarm.AlarmActions, alarm.OKActions]).toEqual([operations, operations]);
  });

  it('watches one plain metric, as each metric of an alarm is billed', () => {
    expect(alarm.MetricName).toBeDefined();
    expect(alarm.Metrics).toBeUndefined();
  });
});

describe('the alarms', () => {
  const watched = alarms.map(({ Namespace, MetricName }) => `${Namespace} ${MetricName}`);

  it('are within the ten that are free', () => {
    expect(alarms.length).toBeLessThanOrEqual(10);
  });

  it('watch all there is to lose', () => {
    expect(watched).toEqual([
      `${metricNamespace} ${metricNames.pollsBlocked}`,
      `${metricNamespace} ${metricNames.walletsFailing}`,
      'AWS/Lambda Invocations',
      'AWS/Lambda Errors',
      'AWS/Lambda Errors',
      'AWS/SQS ApproximateNumberOfMessagesVisible',
      'AWS/SQS ApproximateAgeOfOldestMessage',
      'AWS/SNS NumberOfNotificationsFailed',
    ]);
  });

  it('take silence for a fault only where something should happen every minute', () => {
    const breaching = alarms.filter(({ TreatMissingData }) => TreatMissingData === 'breaching');
    expect(breaching.map(({ MetricName, ComparisonOperator }) => [MetricName, ComparisonOperator])).toEqual([
      ['Invocations', 'LessThanThreshold'],
    ]);
  });
});

describe('the runbook', () => {
  it.each(operationsMessages)('has a heading for %s', (type) => {
    expect(runbook).toMatch(new RegExp(`^#+ ${type.replaceAll('.', '\\.')}$`, 'm'));
  });
});
