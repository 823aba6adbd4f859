import type { Log } from '../../functions/runtime/log.ts';
import { readSettings } from '../../lib/aws/settings/read-settings.ts';
import { workersFor } from '../../lib/limits.ts';
import type { StorySettings } from './story/story.ts';

export const keyParameter = '/chainbell/api-key';

/**
 * The settings of a stack with the story's plan, and the workers for it. In every other story ticks alone ask the node: crashes then
 * meet more of what they find.
 */
export function stackOf({ callsPerSecond, quota, node, destinations }: StorySettings, seed: number) {
  const settings = readSettings({
    baseUrl: 'https://api.example',
    callsPerSecond,
    // Its figures are of a day or a week, and a story is over after hours.
    summary: 'none',
    source: node === 'source' ? { eth: 'node' } : 'api',
    sweepEvery: node === 'leaves out' ? '3m' : undefined,
    scanEvery: seed % 2 === 0 ? '1m' : '15s',
    callsPerDay: quota?.callsPerDay ?? 'none',
    destinations:
      destinations === undefined
        ? []
        : [
            { name: 'hook', kind: 'webhook' },
            { name: 'chat', kind: 'slack' },
          ],
  });
  return { settings, workers: workersFor(callsPerSecond) };
}

/** Logs into nothing, or where a person replays a seed. */
export function quietLog(print: ((line: string) => void) | null): Log {
  const write = (level: string) => (message: string, details?: Record<string, unknown>) =>
    print?.(`${level} ${message} ${JSON.stringify(details ?? {})}`);
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
