import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readSettings } from '../../../lib/aws/settings/read-settings.ts';
import { readSettingsFile } from '../../../lib/aws/settings/settings-at-hand.ts';
import { askSettings } from '../../../lib/cli/init/init.ts';
import { scratchFolder } from '../../support/scratch-folder.ts';
import { run } from '../chainbell.ts';
import { transcripts } from '../transcript.ts';
import { typing } from '../typing.ts';

const told = transcripts({ run: (argv, input) => run(argv, input) });
let file: string;
beforeEach(() => {
  file = join(scratchFolder(), 'chainbell.json');
});

told('init writes options in the form that a deploy takes, and says what is next', async ({ type, says }) => {
  await type(
    `init --yes --file ${file} --emails 'a@example.org, b@example.org' --calls-per-day 800 --every 5m --json`,
  );
  expect(readSettings({}, readSettingsFile(file))).toMatchObject({ callsPerDay: 800, every: 300 });
  await type(`init --yes --force --file ${file} --emails you@example.org`);
  says(`"settings": { "$schema": "./chainbell.schema.json", "emails": [ "a@example.org", "b@example.org" ], "callsPerDay": 800,
    "every": "5m" } } $ … chainbell.json is written. Next: npx cdk bootstrap once for an account and region
    npx cdk deploy npx chainbell key set npx chainbell destination set NAME for each entry of "destinations"
    npx chainbell add 0xYourWallet --chain eth npx chainbell doctor $`);
});

told('init takes a free plan if none is named; says if nobody gets alerts', async ({ type, note, says }) => {
  await type(`init --yes --file ${file}`);
  note(JSON.parse(readFileSync(file, 'utf8')));
  says(`<folder>/chainbell.json is written. It names NOBODY who gets alerts: add "emails" or "destinations", or npx chainbell
    subscribe after the deploy. Next: … # { '$schema': './chainbell.schema.json', callsPerDay: 800 } $`);
});

told('init writes over nothing that is there, unless told to', async ({ type, note, says }) => {
  writeFileSync(file, '{"emails": ["kept@example.org"]}');
  for (const option of ['', ' --force']) {
    await type(`init --yes${option} --file ${file}`);
    note(JSON.parse(readFileSync(file, 'utf8')));
  }
  // Refused before it asks.
  await type(`init --file ${file}`, '', true);
  says(`! <folder>/chainbell.json exists already: change it in an editor, or overwrite it with --force. [exit code 2]
    # { emails: [ 'kept@example.org' ] } $ … is written. … # { '$schema': './chainbell.schema.json', callsPerDay: 800 } $
    … ! <folder>/chainbell.json exists already: … [exit code 2] $`);
});

told('init names an unusable value, a missing terminal or an unwritable file', async ({ type, says }) => {
  for (const options of ['--yes --emails nobody', '--yes --calls-per-day many', '--yes --every 90s', ''])
    await type(`init --file ${file} ${options}`);
  await type('init --yes --file /nowhere/at/all.json');
  says(`! The setting emails[0] can't be "nobody": emails takes email addresses, separated by commas. [exit code 2] $
    … ! The setting callsPerDay can't be "many": it takes the API plan's calls per UTC day, a whole number above 0, or none. …
    ! The setting every can't be "90s": it takes an interval such as 15s, 30s, 1m, 5m or 1h: … [exit code 2] $
    … ! There is no terminal to ask on: give --emails, --ops-emails, --calls-per-day, --every, or --yes for their defaults. …
    ! /nowhere/at/all.json can't be written (ENOENT). [exit code 2] $`);
});

it.each(['\u0003', '\u0004'])('writes nothing if somebody leaves a question by %j', async (key) => {
  const leaves = typing([
    ['emails:', 'you@example.org'],
    ['opsEmails:', key],
  ]);
  await expect(askSettings({}, leaves)).rejects.toThrow(/^Nothing was written\.$/);
});

it('asks on a terminal for missing values, and again after an answer that no setting takes', async () => {
  const given = { every: '5m', opsEmails: ['ops@example.org'], callsPerDay: 800 };
  const clearLine = '\u0015'; // Ctrl-U
  const terminal = typing([
    ['emails:', 'nobody'],
    ["can't be", `${clearLine}you@example.org`],
  ]);
  expect(await askSettings(given, terminal)).toEqual({ ...given, emails: ['you@example.org'] });
  expect(terminal.shown()).not.toContain('opsEmails:');
});
