import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { stderrLog } from '../../lib/local/lambda/stderr-log.ts';

function loggedAt(level: string | undefined): string[] {
  const stderr = new PassThrough();
  const log = stderrLog(level, stderr);
  log.info('tick', { polls: 1 });
  log.warn('direction: unreadable');
  log.error('error: a batch of polls failed');
  return String(stderr.read() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).level);
}

it.each([
  ['INFO', ['INFO', 'WARN', 'ERROR']],
  ['debug', ['INFO', 'WARN', 'ERROR']],
  ['WARN', ['WARN', 'ERROR']],
  ['ERROR', ['ERROR']],
  ['SILENT', []],
  [undefined, []],
])('POWERTOOLS_LOG_LEVEL %s shows only log lines of %j, each as JSON', (level, shown) => {
  expect(loggedAt(level)).toEqual(shown);
});
