/** SNS disables an email subscription without a word above ten messages a second. */
export const alertsPerSecond = 8;

/** How many poll functions run at once, and what each may publish. */
export interface Workers {
  readonly concurrency: number;
  /** Half a one at the least: where more than sixteen publish at the same moment, SNS may get more than it delivers. */
  readonly alertsPerSecond: number;
}

/**
 * Workers for a plan. Calls are claimed in windows that all share, so that their number decides only how slow the API may
 * answer: four seconds and more before polls wait for a worker. Beyond fifty a new account's limit of concurrent functions
 * comes near.
 */
export function workersFor(callsPerSecond: number): Workers {
  const concurrency = Math.min(50, Math.max(4, Math.ceil(callsPerSecond / 10)));
  return { concurrency, alertsPerSecond: Math.max(0.5, alertsPerSecond / concurrency) };
}
