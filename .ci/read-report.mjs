/**
 * `node .ci/read-report.mjs REPORT`: what a JSON report of vitest says, a line each. First its counts, `passed failed`; then what
 * is to be said once more at the end: tests that failed, that passed only when they were run again, and that were skipped, each
 * with its reason in known-skips.json. A skip without one counts as failed: what is never run never fails.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const root = fileURLToPath(new URL('../', import.meta.url));
const knownSkips = read(new URL('known-skips.json', import.meta.url));

const report = read(process.argv[2]);
const tests = report.testResults.flatMap(({ name, assertionResults }) => {
  const file = name.replace(root, '');
  return assertionResults.map((test) => ({ ...test, file, called: `${file}: ${test.fullName.trim()}` }));
});
const reasonOf = ({ file, fullName }) =>
  knownSkips.find((known) => known.file === file && fullName.trim().startsWith(known.tests))?.reason;

const failed = tests.filter(({ status }) => status === 'failed');
const skipped = tests.filter(({ status }) => status !== 'failed' && status !== 'passed');
const unknown = skipped.filter((test) => reasonOf(test) === undefined);
// Of a test that passes vitest keeps what its earlier tries failed with.
const retried = tests.filter((test) => test.status === 'passed' && test.failureMessages.length > 0);
const unread = report.testResults.filter(({ status, message }) => status === 'failed' && message);

const lines = [
  `${tests.length - failed.length - skipped.length} ${failed.length + unknown.length}`,
  ...unread.map(({ name, message }) => `FAILED: ${name.replace(root, '')}: ${message}`),
  ...failed.map(({ called, failureMessages }) => `FAILED: ${called}\n${failureMessages.join('\n')}`),
  ...unknown.map(({ called }) => `FAILED: ${called}: skipped, and .ci/known-skips.json has no reason for it`),
  ...retried.map(
    ({ called, failureMessages: { length } }) => `RETRIED: ${called} (passed after ${length} failed)`,
  ),
  ...skipped
    .filter((test) => !unknown.includes(test))
    .map((test) => `SKIPPED: ${test.called}: ${reasonOf(test)}`),
];
process.stdout.write(`${lines.join('\n')}\n`);
