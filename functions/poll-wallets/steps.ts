import { isEmpty, type News } from '../transfer/compare-with-seen.ts';
import type { TransferRead } from './read-transfers.ts';

/** About 75 KB of alerts: an item of the State table holds 400 KB, and a step is published within its lease. */
const alertsPerStep = 50;

/** A portion of news with a save of its own. */
export interface Step extends News {
  /** Nothing of the read is left after it. */
  readonly last: boolean;
}

/**
 * News in portions that an outbox holds, oldest first. None where there is nothing to remember: no news, a read up to
 * the head, and not the wallet's first. What has moved comes last: its new block may be above fresh transfers that are
 * not dealt with yet.
 */
export function inSteps(news: News, read: Pick<TransferRead, 'window'>, first: boolean): Step[] {
  if (isEmpty(news) && read.window.through === null && !first) return [];
  const { fresh, moved } = news;
  const steps: Step[] = [];
  for (let from = 0; from < fresh.length; from += alertsPerStep) {
    steps.push({ fresh: fresh.slice(from, from + alertsPerStep), moved: [], last: false });
  }
  const last = steps.pop() ?? { fresh: [] };
  return [...steps, { ...last, moved, last: true }];
}
