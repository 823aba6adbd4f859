import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { settings } from '../../lib/aws/settings/definitions.ts';
import { readSettings } from '../../lib/aws/settings/read-settings.ts';
import { scratchFile } from '../support/scratch-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(root, '.ci', path), 'utf8'));

/** CI's report of a run of these tests, all in one file. */
function said(file: string, tests: readonly [name: string, status: string, ...failures: string[]][]) {
  const assertionResults = tests.map(([fullName, status, ...failureMessages]) => ({
    fullName: ` ${fullName}`,
    status,
    failureMessages,
  }));
  const testResults = [{ name: join(root, file), status: 'passed', message: '', assertionResults }];
  const report = scratchFile(JSON.stringify({ testResults }));
  const { stdout } = spawnSync(process.execPath, [join(root, '.ci/read-report.mjs'), report]);
  return String(stdout).trimEnd().split('\n');
}

it('CI names each test that passed only on a retry, and how often it failed before', () => {
  expect(
    said('test/a.test.ts', [
      ['one', 'passed'],
      ['two', 'passed', 'late', 'late again'],
    ]),
  ).toEqual(['2 0', 'RETRIED: test/a.test.ts: two (passed after 2 failed)']);
});

it('CI fails for a skipped test without a reason on the list, and prints the reasons of the others', () => {
  const [known] = read('known-skips.json');
  expect(
    said(known.file, [
      ['one', 'passed'],
      [`${known.tests} looks well`, 'skipped'],
      ['others', 'skipped'],
      ['some day', 'todo'],
    ]),
  ).toEqual([
    '1 2',
    `FAILED: ${known.file}: others: skipped, and .ci/known-skips.json has no reason for it`,
    `FAILED: ${known.file}: some day: skipped, and .ci/known-skips.json has no reason for it`,
    `SKIPPED: ${known.file}: ${known.tests} looks well: ${known.reason}`,
  ]);
  expect(said('test/a.test.ts', [[known.tests, 'skipped']])[0]).toBe('0 1');
});

it('CI prints what failed', () => {
  expect(said('test/a.test.ts', [['one', 'failed', 'no', 'still not']])).toEqual([
    '0 1',
    'FAILED: test/a.test.ts: one',
    'no',
    'still not',
  ]);
});

it('the template that CI checks has every setting that AWS may see, none with its default', () => {
  const every = read('every-setting.json');
  const given = readSettings(every);
  const defaults = readSettings({});
  const left = Object.keys(settings).filter((name) => {
    const [one, other] = [given, defaults].map((all) =>
      JSON.stringify(Object.entries(all).find(([key]) => key === name)),
    );
    return one === other;
  });
  expect(left).toEqual(['localEngine']);
  const kinds = given.destinations.map(({ kind }) => kind).toSorted();
  expect(kinds).toEqual(['discord', 'slack', 'telegram', 'webhook']);
});
