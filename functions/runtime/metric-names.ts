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
  /** Seconds from a transfer's block until SNS accepts its alert: one value an alert. */
  alertLatency: 'AlertLatency',
  /** Alerts that took longer than their wallet's interval plus ten minutes. */
  alertsLate: 'AlertsLate',
  /** Alerts in a destination's dead-letter queue: one metric for all destinations, because each metric is billed. */
  deadLetters: 'DeadLetters',
} as const;

export type MetricName = (typeof metricNames)[keyof typeof metricNames];
export type TimeMetricName = typeof metricNames.alertLatency;
export type CountMetricName = Exclude<MetricName, TimeMetricName>;

/** Adds to a metric; many counts of one invocation go out together. */
export type CountMetric = (name: CountMetricName, count: number) => void;

/** Adds one duration to a metric. Durations are not summed, so that percentiles are right. */
export type TimeMetric = (name: TimeMetricName, seconds: number) => void;
