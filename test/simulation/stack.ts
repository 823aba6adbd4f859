import type { Log } from '../../functions/runtime/log.ts';
import { readSettings } from '../../lib/aws/settings/read-settings.ts';
import type { Resources } from '../../lib/environment.ts';
import { workersFor } from '../../lib/limits.ts';
import { alertsTopic, operationsTopic } from './aws/topics.ts';
import type { StorySettings } from './story/story.ts';

export const keyParameter = '/chainbell/api-key';

/** The stack's parts, by their names in memory. */
export const resources: Resources = {
  stackName: 'Chainbell',
  apiKeyParameter: keyParameter,
  tables: { watchlist: 'Watchlist', state: 'State', history: 'History', contacts: 'Contacts' },
  alertsTopicArn: alertsTopic,
  opsTopicArn: operationsTopic,
  pollsQueueUrl: 'polls',
  wakeUpsQueueUrl: 'wake-ups',
};

/**
 * The settings of a stack with the story's plan, and its workers. In every other story only ticks ask the node: crashes then
 * hit more of their findings.
 */
export function stackOf(story: StorySettings, seed: number) {
  const { callsPerSecond, quota, node, deployed, destinations } = story;
  const settings = readSettings({
    baseUrl: 'https://api.example',
    callsPerSecond,
    // A summary covers a day or a week, but a story ends after hours.
    summary: 'none',
    source: node === 'source' && deployed === undefined ? { eth: 'node' } : 'api',
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

/** A log that is discarded, or printed for a person who replays a seed. */
export function quietLog(print: ((line: string) => void) | null): Log {
  const write = (level: string) => (message: string, details?: Record<string, unknown>) =>
    print?.(`${level} ${message} ${JSON.stringify(details ?? {})}`);
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
