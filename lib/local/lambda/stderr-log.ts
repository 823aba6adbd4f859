import type { Writable } from 'node:stream';
import type { Log } from '../../../functions/runtime/log.ts';

const levels = ['DEBUG', 'INFO', 'WARN', 'ERROR'];

/**
 * In Lambda the functions log on stdout, which here belongs to the alerts: so it is stderr, one JSON line an entry,
 * and nothing unless somebody asks for it.
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
