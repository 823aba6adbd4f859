/**
 * What of its share a worker uses. Workers count for themselves and the API at its own door: at the full pace two of them
 * are seen a call or two over the plan in four seconds.
 */
const paceMargin = 0.9;

/**
 * The pace of a worker with this share of the plan's calls a second: never more of them in any four seconds than the
 * whole calls that its share has room for, so that all workers together keep to the plan with fractions too.
 */
export function paceWithin(share: number): number {
  const inFourSeconds = Math.floor(4 * share);
  const margin = share * paceMargin;
  return inFourSeconds === 0 ? margin : Math.min(margin, 1_000 / (4_000 / inFourSeconds + 1));
}

/** Seconds of a worker's minute that are for calls; the rest is for what comes after them. */
const callingSeconds = 40;
const maxPollsPerMessage = 50;
/** SNS disables an email subscription without a word above ten messages a second. */
const alertsPerSecond = 8;

/** How many poll functions run at once, and what each may call. */
export interface Workers {
  readonly concurrency: number;
  readonly callsPerSecond: number;
  /** As many as a worker can make in time. */
  readonly pollsPerMessage: number;
  /** Half a one at the least: where more than sixteen publish at the same moment, SNS may get more than it delivers. */
  readonly alertsPerSecond: number;
}

/**
 * Shares the plan's calls a second among workers. A worker makes ten calls a second at the most; an SQS event source
 * has two workers at the least; beyond fifty a plan gains nothing and a new account's limit of concurrent functions
 * comes near.
 */
export function shareCalls(callsPerSecond: number): Workers {
  const concurrency = Math.min(50, Math.max(2, Math.ceil(callsPerSecond / 10)));
  const share = callsPerSecond / concurrency;
  const polls = Math.floor(paceWithin(share) * callingSeconds);
  return {
    concurrency,
    callsPerSecond: share,
    pollsPerMessage: Math.min(maxPollsPerMessage, Math.max(1, polls)),
    alertsPerSecond: Math.max(0.5, alertsPerSecond / concurrency),
  };
}
