/** SNS silently disables an email subscription above ten messages a second. */
export const alertsPerSecond = 8;

export interface Workers {
  readonly concurrency: number;
  /** At least half a message: more than sixteen workers at once may exceed what SNS delivers. */
  readonly alertsPerSecond: number;
}

/**
 * All share the plan's windows, so their number decides only how slow the API may answer: from four seconds on polls
 * wait for a worker. Fifty is near a new account's limit of concurrent functions.
 */
export function workersFor(callsPerSecond: number): Workers {
  const concurrency = Math.min(50, Math.max(4, Math.ceil(callsPerSecond / 10)));
  return { concurrency, alertsPerSecond: Math.max(0.5, alertsPerSecond / concurrency) };
}
