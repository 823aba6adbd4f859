import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../lib/aws/settings/read-settings.ts';
import { readSettingsFile } from '../../lib/aws/settings/settings-at-hand.ts';
import { askSettings } from '../../lib/cli/init/init.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { expectRefusal, run } from './chainbell.ts';
import { typing } from './typing.ts';

let file: string;
beforeEach(() => {
  file = join(scratchFolder(), 'chainbell.json');
});

describe('chainbell init', () => {
  it('writes what the options say, as the deploy takes it, and what to do next', async () => {
    const argv = ['--emails', 'a@example.org, b@example.org', '--calls-per-day', '800', '--every', '5m'];
    const { code, stdout, stderr } = await run(['init', '--yes', '--file', file, ...argv]);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      $schema: './chainbell.schema.json',
      emails: ['a@example.org', 'b@example.org'],
      callsPerDay: 800,
      every: '5m',
    });
    expect(readSettings({}, readSettingsFile(file))).toMatchObject({ callsPerDay: 800, every: 300 });
    expect(stdout).toMatch(/^ +npx chainbell deploy$/m);
    expect(stdout).toMatch(/^ +npx chainbell key set$/m);
  });

  it('takes the calls of a free plan, unless a plan is named, and says so if nobody gets alerts', async () => {
    const { stdout } = await run(['init', '--yes', '--file', file]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      $schema: './chainbell.schema.json',
      callsPerDay: 800,
    });
    expect(stdout).toMatch(/is written\. It names NOBODY who gets alerts: /);
    const named = await run(['init', '--yes', '--force', '--file', file, '--emails', 'you@example.org']);
    expect(named.stdout).not.toContain('NOBODY');
  });

  it('writes over nothing that is there, unless told to', async () => {
    writeFileSync(file, '{"emails": ["kept@example.org"]}');
    expectRefusal(await run(['init', '--yes', '--file', file]), /is there already: .*--force/);
    expect(readFileSync(file, 'utf8')).toContain('kept@example.org');
    expect((await run(['init', '--yes', '--force', '--file', file])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('kept@example.org');
  });

  it.each([
    [['--yes', '--emails', 'nobody'], /The setting emails can't be .*nobody/],
    [['--yes', '--calls-per-day', 'many'], /The setting callsPerDay can't be "many": it takes the calls/],
    [['--yes', '--every', '90s'], /The setting every can't be/],
    [[], /no terminal to ask on: give --emails, --ops-emails, --calls-per-day, --every, or --yes/],
    [['--yes', '--file', '/nowhere/at/all.json'], /can't be written \(ENOENT\)/],
  ])('%j ends with one sentence and exit code 2', async (argv, sentence) => {
    expectRefusal(await run(['init', '--file', file, ...argv]), sentence);
  });
});

/** Ctrl-U. */
const clearLine = '\u0015';

it('asks on a terminal for what is not given, and again after an answer that no setting takes', async () => {
  const given = { every: '5m', opsEmails: ['ops@example.org'], callsPerDay: 800 };
  const terminal = typing([
    ['emails:', 'nobody'],
    ["can't be", `${clearLine}you@example.org`],
  ]);
  expect(await askSettings(given, terminal)).toEqual({ ...given, emails: ['you@example.org'] });
  expect(terminal.shown()).not.toContain('opsEmails:');
});
