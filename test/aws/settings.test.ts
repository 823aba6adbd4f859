import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingNames } from '../../lib/aws/settings/definitions.ts';
import { readSettings, SettingWrong } from '../../lib/aws/settings/read-settings.ts';

interface Examples {
  readonly default: unknown;
  /** Values as command-line text or as JSON of chainbell.json, with what they become. */
  readonly good: readonly (readonly [given: unknown, value: unknown])[];
  readonly bad: readonly unknown[];
}

const fixture = new URL('../fixtures/settings.json', import.meta.url);
const examples: Readonly<Record<string, Examples>> = JSON.parse(readFileSync(fixture, 'utf8'));

const read = (name: string, given: unknown) =>
  Object.entries(readSettings({ [name]: given })).find(([key]) => key === name)?.[1];

describe.each(Object.entries(examples))('the setting %s', (name, { default: byDefault, good, bad }) => {
  it('has its default', () => {
    expect(Object.entries(readSettings({}))).toContainEqual([name, byDefault]);
  });

  it.each(good)('understands %j', (given, value) => {
    expect(read(name, given)).toEqual(value);
  });

  it.each(bad.map((given) => [given]))('refuses %j in one sentence that names it', (given) => {
    const attempt = () => read(name, given);
    expect(attempt).toThrow(SettingWrong);
    expect(attempt).toThrow(new RegExp(`^[^\n]*\\bsetting ${name}\\b[^\n]*\\.$`));
  });
});

describe('the settings together', () => {
  it('all have examples in test/fixtures/settings.json', () => {
    expect(Object.keys(examples)).toEqual(settingNames);
  });

  it('are not in cdk.json, which is shared by everybody', () => {
    const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
    expect(Object.keys(context).filter((name) => !/[:@]/.test(name))).toEqual([]);
  });

  it.each(['email', 'Emails', 'calls-per-second', 'emails ', ' every', 'api.key', 'every=5m', ''])(
    'refuse the unknown name %j, which is probably mistyped',
    (name) => {
      const attempt = () => readSettings({ [name]: 'ada@example.org' });
      expect(attempt).toThrow(SettingWrong);
      expect(attempt).toThrow(`There is no setting ${name}: the settings are baseUrl, `);
    },
  );

  it('hold no more coins than fit into a function: Lambda refuses an environment of more than 4 KB', () => {
    const coins = (count: number) =>
      Array.from({ length: count }, (_, i) => [`eth:0x${`${i}`.padStart(40, '0')}`, '0x1::asset::USDC']);
    expect(() => readSettings({ coins: Object.fromEntries(coins(35)) })).not.toThrow();
    expect(() => readSettings({ coins: Object.fromEntries(coins(40)) })).toThrow(/^The setting coins can't /);
  });

  it("leave CDK's own context alone", () => {
    const context = {
      '@aws-cdk/core:x': true,
      'aws:cdk:y': 1,
      'vpc-provider:z': {},
      'cli-telemetry': false,
      'cdk-migrate': true,
      'acknowledged-issue-numbers': [1],
    };
    expect(readSettings(context)).toEqual(readSettings({}));
  });

  it('give an error only about the wrong one', () => {
    expect(() => readSettings({ every: 'soon', historyDays: 0 })).toThrow(/^[^\n]*every[^\n]*$/);
  });
});
