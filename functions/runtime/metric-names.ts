/** The metrics that code counts and alarms watch. Few on purpose: CloudWatch bills each one by the month. */
export const metricNamespace = 'Chainbell';

export const metricNames = {
  /** Polls not made: the API key is missing or refused, or the plan's calls are used up. */
  pollsBlocked: 'PollsBlocked',
  /** Polls that came too late, or got no turn at the plan's pace. */
  pollsSkipped: 'PollsSkipped',
  /** Wallets whose last poll failed for a reason of their own. */
  walletsFailing: 'WalletsFailing',
  /** Wallets whose last poll ended before the chain's head. */
  walletsBehind: 'WalletsBehind',
  transfersTold: 'TransfersTold',
  transfersHidden: 'TransfersHidden',
} as const;

export type MetricName = (typeof metricNames)[keyof typeof metricNames];

/** Adds to a metric; many counts of one invocation go out together. */
export type CountMetric = (name: MetricName, count: number) => void;
