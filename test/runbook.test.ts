import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { incidentTexts } from '../functions/incidents/incident-texts.ts';
import { headingOf, withAll } from './aws/alarm-table.ts';
import { resources } from './aws/synthesised.ts';
import { commandsIn, documentedCommands } from './support/docs/documented-commands.ts';

const runbook = readFileSync(new URL('../docs/runbook.md', import.meta.url), 'utf8');
/** The text under each heading of an alarm or a type. */
const sections = new Map(
  runbook
    .split(/^(?=#{1,3} )/m)
    .filter((section) => section.startsWith('### '))
    .map((section) => [section.slice(4, section.indexOf('\n')), section]),
);
const alarms: string[] = resources(withAll, 'AWS::CloudWatch::Alarm').map(({ properties }) =>
  headingOf(properties.AlarmName),
);
const types = Object.keys(incidentTexts);

it('has a heading for each alarm and each type of operations messages, and no other', () => {
  expect([...sections.keys()].toSorted()).toEqual([...alarms, ...types].toSorted());
});

describe.each([...sections])('the section %s', (name, section) => {
  it('says what it means, what is lost meanwhile and what to do, in this order', () => {
    expect(section).toMatch(/\n\*\*Means\*\* .*\n\*\*Lost meanwhile:\*\* .*\n\*\*Do\*\* /s);
  });

  it("names a chainbell command if one can replace AWS's", () => {
    // SQS has no redrive to a webhook, and chainbell has no command for it.
    if (name !== 'webhook alerts given up') expect(section).not.toMatch(/^ *aws /m);
  });
});

it('gives estimate the wallets, without which it refuses, and the interval, in the messages and alarms too', () => {
  const book = readFileSync(new URL('incidents/operations-book.txt', import.meta.url), 'utf8');
  const rings = resources(withAll, 'AWS::CloudWatch::Alarm').map(({ properties }) =>
    String(properties.AlarmDescription),
  );
  expect(
    [runbook, book, ...rings].join().match(/chainbell estimate(?! --file -`? \(with `?--every).*/g),
  ).toBeNull();
});

it('names only commands that exist', () => {
  const named = commandsIn(runbook);
  expect(named.length).toBeGreaterThan(20);
  expect(documentedCommands).toEqual(expect.arrayContaining(named));
});
