import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { repositoryRunbook } from '../../functions/incidents/operations-message.ts';
import { metricNames } from '../../functions/runtime/metric-names.ts';
import { watched } from '../../lib/cost/estimate.ts';
import { readSection } from '../support/docs/docs-section.ts';
import { commandsIn, documentedCommands } from '../support/docs/documented-commands.ts';
import { runbookAnchors } from '../support/docs/runbook-anchors.ts';
import { alarmTable, anchorOf, withAll } from './alarm-table.ts';
import { resource, resources, synthesised } from './synthesised.ts';

const alarms = resources(withAll, 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const operations = [{ Ref: resource(withAll, 'AWS::SNS::Topic', 'TopicsOperations').logicalId }];

it.each(alarms)(
  'the alarm $AlarmName says what is lost, links the runbook, and notifies operations',
  (alarm) => {
    const [, loss, whatToDo, url, anchor] =
      /^(.{40,}) What to do: (.{20,}\.) Runbook: (https:\/\/\S+)#([\w-]+)$/.exec(alarm.AlarmDescription) ??
      [];
    expect(loss).toMatch(/alert|wallet/i);
    expect(whatToDo).not.toMatch(/\baws /);
    expect(documentedCommands).toEqual(expect.arrayContaining(commandsIn(alarm.AlarmDescription)));
    expect([url, anchor]).toEqual([repositoryRunbook, anchorOf(alarm.AlarmName)]);
    expect(runbookAnchors()).toContain(anchor);
    // CloudWatch's maximum length.
    expect(alarm.AlarmDescription.length).toBeLessThanOrEqual(1_024);
    expect(alarm.AlarmActions).toEqual(operations);
    expect([undefined, operations]).toContainEqual(alarm.OKActions);
    // Each metric in an alarm is billed, so there is one.
    expect([typeof alarm.MetricName, alarm.Metrics]).toEqual(['string', undefined]);
  },
);

describe('the alarms', () => {
  it('are those in the table of docs/runbook.md (npm run docs:alarms writes it)', () => {
    expect(readSection('runbook', 'alarms')).toBe(alarmTable());
    expect(alarms).toHaveLength(watched.alarms);
  });

  const namesOf = (settings: Record<string, unknown>): string[] =>
    resources(synthesised(settings), 'AWS::CloudWatch::Alarm').map(({ properties }) => properties.AlarmName);

  it('are ten, which are free; webhooks add one; destinations add two, and one each', () => {
    const webhooks = 'https://example.org/hook';
    const destinations = ['team', 'a-1', 'a1'].map((name) => ({ name, kind: 'slack' }));
    const without = namesOf({});
    expect(without).toHaveLength(10);
    const more = namesOf({ webhooks, destinations }).filter((name) => !without.includes(name));
    expect(more).toEqual([
      'Chainbell: webhook alerts given up',
      'Chainbell: dead letters',
      'Chainbell: deliveries failing',
      ...['team', 'a-1', 'a1'].map((name) => `Chainbell: deliveries not taken, ${name}`),
    ]);
  });
});

it('every alarm of a stack with a name of its own says what its commands take', () => {
  const second = resources(synthesised({ stackName: 'Second' }), 'AWS::CloudWatch::Alarm');
  for (const { properties } of second)
    expect(properties.AlarmDescription).toMatch(/\. Commands for this stack take --stack Second\. Runbook: /);
});

it('every alarm links the setting runbookUrl', () => {
  const runbookUrl = 'https://wiki.example.org/chainbell?page=7';
  const other = synthesised({ runbookUrl, destinations: [{ name: 'team', kind: 'slack' }] });
  for (const { properties } of resources(other, 'AWS::CloudWatch::Alarm'))
    expect(properties.AlarmDescription).toContain(` Runbook: ${runbookUrl}#`);
});

it('the dashboard has every own metric, and three statistics of the time from block to alert', () => {
  const [dashboard] = resources(withAll, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(dashboard?.properties.DashboardBody).replaceAll('\\', '');
  const statistics = [...body.matchAll(/"AlertLatency",[^\]]*?"stat":"(\w+)"/g)].map(([, stat]) => stat);
  expect(statistics).toEqual(['p50', 'p90', 'Maximum']);
  for (const name of Object.values(metricNames)) {
    expect(body).toContain(`"${name}"`);
    expect(runbook.slice(runbook.indexOf('\n## Metrics\n'))).toMatch(
      new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'),
    );
  }
});
