import type { News } from '../transfer/compare-with-seen.ts';

/** About 75 KB of alerts: an item of the State table holds 400 KB, and a step is published within its lease. */
const alertsPerStep = 50;

/**
 * News in portions that an outbox holds, oldest first, each with a save of its own; at least one. What has moved comes
 * last: its new block may be above fresh transfers that are not dealt with yet.
 */
export function inSteps({ fresh, moved }: News): News[] {
  const steps: News[] = [];
  for (let from = 0; from < fresh.length; from += alertsPerStep) {
    steps.push({ fresh: fresh.slice(from, from + alertsPerStep), moved: [] });
  }
  const last = steps.pop() ?? { fresh: [], moved: [] };
  return [...steps, { ...last, moved }];
}
