import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { settingNames } from '../../lib/aws/settings/definitions.ts';
import { settingsJsonSchema } from '../../lib/aws/settings/json-schema.ts';
import { readSettings, SettingWrong } from '../../lib/aws/settings/read-settings.ts';
import { deploySettings, readSettingsFile } from '../../lib/aws/settings/settings-at-hand.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const folder = useScratchFolder();
const path = join(folder, 'chainbell.json');

const fileOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

function read(text: string, context = {}) {
  writeFileSync(path, text);
  return readSettings(context, readSettingsFile(path), 'chainbell.json');
}

describe('chainbell.json', () => {
  it('holds settings, with a $schema for editors', () => {
    const text = '{"$schema": "./chainbell.schema.json", "every": "5m", "emails": ["ada@example.org"]}';
    expect(read(text)).toEqual({ ...readSettings({}), every: 300, emails: ['ada@example.org'] });
  });

  it('may be missing: then all settings have their defaults', () => {
    expect(readSettingsFile(join(folder, 'missing.json'))).toEqual({});
  });

  it('gives way to -c name=value', () => {
    expect(read('{"every": "5m", "historyDays": 7}', { every: '15s' })).toMatchObject({
      every: 15,
      historyDays: 7,
    });
  });

  it.each([
    ['a wrong value', '{"every": "soon"}', /setting every can't be "soon"/],
    ['a wrong pair of coins', '{"coins": {"eth:0x12": "0x1::asset::USDC"}}', /setting coins/],
    ['a misspelt name', '{"emial": "ada@example.org"}', /no setting emial/],
    ['a name twice', '{"emails": "a@b.org", "every": "5m", "emails": ""}', /"emails" stands there twice/],
    ['one of many', '{"emails": "a@example.org, bob"}', /setting emails\[1\] can't be "bob"/],
    ['a part', '{"destinations": [{"name": "a"}]}', /setting destinations\[0\]\.kind can't be missing/],
    ['an empty file', '', /not JSON/],
    ['a comma too many', '{\n  "every": "5m",\n}', /not JSON \(.*no comma before a closing bracket/],
    ['a list', '["ada@example.org"]', /not a JSON object/],
    ['a secret place of CDK', '{"@aws-cdk/core:x": true}', /no setting @aws-cdk\/core:x/],
  ])('stops the synth at %s, in one sentence that names the file', (_, text, sentence) => {
    expect(() => read(text)).toThrow(SettingWrong);
    expect(() => read(text)).toThrow(/^chainbell\.json: [^\n]*\.$/);
    expect(() => read(text)).toThrow(sentence);
  });

  it('wins against what the environment and git imply', () => {
    const engine = { AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' };
    const deployed = (text: string) => {
      writeFileSync(path, text);
      return deploySettings({}, folder, engine).localEngine;
    };
    expect([deployed('{}'), deployed('{"localEngine": false}')]).toEqual([true, false]);
  });

  it('is refused for a wrong value even if -c overrides it', () => {
    expect(() => read('{"every": "soon"}', { every: '1m' })).toThrow(/^chainbell\.json: /);
  });

  it('is not named in the error if -c is wrong', () => {
    expect(() => read('{"every": "5m"}', { every: 'soon' })).toThrow(/^The setting every /);
  });

  it('is reported as unreadable if it is a folder', () => {
    expect(() => readSettingsFile(folder)).toThrow(SettingWrong);
  });
});

describe('chainbell.schema.json', () => {
  const schema = readFileSync(fileOf('chainbell.schema.json'), 'utf8');
  const validate = addFormats.default(new Ajv({ strict: false })).compile(JSON.parse(schema));

  it('matches the settings (npm run schema writes it)', () => {
    expect(JSON.parse(schema)).toEqual(settingsJsonSchema());
  });

  it('explains each setting, with its default', () => {
    const { properties } = JSON.parse(schema);
    const { $schema: _, ...explained } = properties;
    expect(Object.keys(explained)).toEqual(settingNames);
    for (const { description } of Object.values<{ description: string }>(explained)) {
      expect(description).toMatch(/^[A-Z].+ Takes .+\.$/);
    }
    const defaults = Object.fromEntries(
      Object.entries<{ default: unknown }>(explained).map(([name, one]) => [name, one.default]),
    );
    expect(readSettings({}, defaults)).toEqual(readSettings({}));
  });

  it.each([
    [{ emails: ['ada@example.org'] }, true],
    [{ emails: 'ada@example.org, bob@example.org' }, true],
    [{ callsPerDay: 800 }, true],
    [{ callsPerDay: 'none' }, true],
    [{ emails: ['ada'] }, false],
    [{ emial: 'ada@example.org' }, false],
    [{ removalPolicy: 'delete' }, false],
    [{ historyDays: 0 }, false],
  ])('of %j says %s, as the check at synth does', (settings, valid) => {
    expect(validate(settings)).toBe(valid);
    const check = () => readSettings({}, settings);
    if (valid) expect(check).not.toThrow();
    else expect(check).toThrow(SettingWrong);
  });

  it('accepts the example file, as the check does', () => {
    const example = fileOf('chainbell.example.json');
    expect(validate(JSON.parse(readFileSync(example, 'utf8')))).toBe(true);
    expect(() => readSettings({}, readSettingsFile(example))).not.toThrow();
  });
});

describe('what people read about the settings', () => {
  const defaults = readSettings({});
  const rows = [
    ...readFileSync(fileOf('docs/reference.md'), 'utf8').matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm),
  ];
  const row = (name: string) => rows.find(([, names]) => names?.includes(`\`${name}\``));

  it.each(settingNames)('docs/reference.md has a row for %s', (name) => {
    expect(row(name)).toBeDefined();
  });

  it('docs/reference.md has their defaults', () => {
    const { properties } = settingsJsonSchema() as { properties: Record<string, { default: unknown }> };
    for (const name of settingNames.filter((one) => one !== 'destinations')) {
      const [, names = '', values = ''] = row(name) ?? [];
      const place = names.split(', ').indexOf(`\`${name}\``);
      const shown = values.split(', ').at(values.includes(', ') ? place : 0);
      const value = properties[name]?.default;
      const text = typeof value === 'string' ? value || 'empty' : JSON.stringify(value);
      expect(`${name}: ${shown?.trim().replaceAll('`', '')}`).toBe(`${name}: ${text}`);
    }
  });

  it("the construct's doc comments have the settings' own defaults", () => {
    const source = readFileSync(fileOf('lib/aws/chainbell-props.ts'), 'utf8');
    const documented = [...source.matchAll(/@default ([^-\s].*) \*\/\n {2}readonly (\w+)\?/g)];
    const ofSettings: Record<string, string> = {
      every: `Duration.minutes(${defaults.every / 60})`,
      sweepEvery: `Duration.hours(${defaults.sweepEvery / 3_600})`,
      scanEvery: `Duration.seconds(${defaults.scanEvery})`,
      historyRetention: `Duration.days(${defaults.historyDays})`,
      removalPolicy: `RemovalPolicy.${defaults.removalPolicy.toUpperCase()}`,
    };
    const plain = new Map(Object.entries(defaults));
    expect(documented).toHaveLength(6);
    for (const [, text, name = ''] of documented) {
      const value = JSON.stringify(plain.get(name))?.replaceAll('"', "'");
      expect(`${name}: ${text}`).toBe(`${name}: ${ofSettings[name] ?? value}`);
    }
  });
});
