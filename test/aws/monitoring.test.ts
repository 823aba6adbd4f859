import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { repositoryRunbook } from '../../functions/incidents/operations-message.ts';
import { metricNames } from '../../functions/runtime/metric-names.ts';
import { watched } from '../../lib/cost/estimate.ts';
import { readSection } from '../support/docs-section.ts';
import { commandsIn, documentedCommands } from '../support/documented-commands.ts';
import { runbookAnchors } from '../support/runbook-anchors.ts';
import { alarmTable, anchorOf, withAll } from './alarm-table.ts';
import { resource, resources, synthesised } from './synthesised.ts';

const template = withAll;
const alarms = resources(template, 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const operations = [{ Ref: resource(template, 'AWS::SNS::Topic', 'TopicsOperations').logicalId }];

describe.each(alarms)('the alarm $AlarmName', (alarm) => {
  it('says what is lost and links its heading of the runbook', () => {
    const [, loss, whatToDo, url, anchor] =
      /^(.{40,}) What to do: (.{20,}\.) Runbook: (https:\/\/\S+)#([\w-]+)$/.exec(alarm.AlarmDescription) ??
      [];
    expect(loss).toMatch(/alert|wallet/i);
    expect(whatToDo).not.toMatch(/\baws /);
    expect(documentedCommands).toEqual(expect.arrayContaining(commandsIn(alarm.AlarmDescription)));
    expect(url).toBe(repositoryRunbook);
    expect(runbookAnchors()).toContain(anchor);
    expect(anchor).toBe(anchorOf(alarm.AlarmName));
    // CloudWatch takes no longer one.
    expect(alarm.AlarmDescription.length).toBeLessThanOrEqual(1_024);
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
  it('ring as docs/runbook.md says, each of them (npm run docs:alarms writes it)', () => {
    expect(readSection('runbook', 'alarms')).toBe(alarmTable());
  });

  it('are as many as estimates count on', () => {
    expect(alarms).toHaveLength(watched.alarms);
  });

  it('mail their end to operations, if nothing else tells it', () => {
    for (const { OKActions } of alarms) expect([undefined, operations]).toContainEqual(OKActions);
  });

  const namesOf = (settings: Record<string, unknown>) =>
    resources(synthesised(settings), 'AWS::CloudWatch::Alarm').map(({ properties }) => properties.AlarmName);
  const all = alarms.map(({ AlarmName }) => AlarmName);
  const ofDestinations = [
    'Chainbell: dead letters',
    'Chainbell: deliveries failing',
    'Chainbell: deliveries not taken, team',
  ];

  it('are within the ten that are free, without webhooks and destinations', () => {
    expect(namesOf({ webhooks: 'https://example.org/hook' })).toEqual(
      all.filter((name: string) => !ofDestinations.includes(name)),
    );
    expect(namesOf({}).length).toBeLessThanOrEqual(10);
  });

  it('are two more if there are destinations, and one for each of them', () => {
    const destinations = ['team', 'a-1', 'a1'].map((name) => ({ name, kind: 'slack' }));
    const of = (name: string) => `Chainbell: deliveries not taken, ${name}`;
    expect(namesOf({ webhooks: 'https://example.org/hook', destinations })).toEqual([
      ...all,
      of('a-1'),
      of('a1'),
    ]);
  });

  it('say what shows an alert that SNS could not put into the queue of a destination', () => {
    const undelivered = alarms.find(({ AlarmName }) => AlarmName === 'Chainbell: alerts undelivered');
    expect(undelivered.AlarmDescription).toMatch(/npx chainbell doctor the dead letters/);
  });

  it('are one fewer if no webhook is subscribed', () => {
    expect(namesOf({ destinations: [{ name: 'team', kind: 'slack' }] })).toEqual(
      all.filter((name: string) => name !== 'Chainbell: webhook alerts given up'),
    );
  });
});

it('the setting runbookUrl is what every alarm links, and what the functions link', () => {
  const runbookUrl = 'https://wiki.example.org/chainbell?page=7';
  const other = synthesised({ runbookUrl, destinations: [{ name: 'team', kind: 'slack' }] });
  for (const { properties } of resources(other, 'AWS::CloudWatch::Alarm'))
    expect(properties.AlarmDescription).toContain(` Runbook: ${runbookUrl}#`);
  const functions = resources(other, 'AWS::Lambda::Function').filter(
    ({ properties }) => properties.Environment?.Variables.OPS_TOPIC_ARN !== undefined,
  );
  expect(functions).toHaveLength(3);
  for (const { properties } of functions)
    expect(properties.Environment.Variables.RUNBOOK_URL).toBe(runbookUrl);
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

it.each(Object.values(metricNames))('the runbook lists the metric %s', (name) => {
  expect(runbook.slice(runbook.indexOf('\n## Metrics\n'))).toMatch(
    new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'),
  );
});
