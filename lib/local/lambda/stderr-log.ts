import type { Writable } from 'node:stream';
import type { Log } from '../../../functions/runtime/log.ts';

const levels = ['DEBUG', 'INFO', 'WARN', 'ERROR'];

/**
 * stdout belongs to the alerts here, so the log is on stderr, one JSON line an entry.
 * @param level as POWERTOOLS_LOG_LEVEL has it; undefined: silent
 */
export function stderrLog(level: string | undefined, stderr: Writable = process.stderr): Log {
  const least = levels.indexOf(level?.toUpperCase() ?? '');
  const logAt =
    (name: string) =>
    (message: string, details: Record<string, unknown> = {}): void => {
      if (least < 0 || levels.indexOf(name) < least) return;
      const timestamp = new Date().toISOString();
      stderr.write(`${JSON.stringify({ level: name, message, timestamp, ...details })}\n`);
    };
  return { info: logAt('INFO'), warn: logAt('WARN'), error: logAt('ERROR') };
}
