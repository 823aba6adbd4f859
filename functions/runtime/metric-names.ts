import type { Seconds } from '../chain/units.ts';

/** Few on purpose: CloudWatch bills each metric by the month. */
export const metricNamespace = 'Chainbell';

export const metricNames = {
  /** Polls not made because the API key is missing or refused, or the plan's calls are used up. */
  pollsBlocked: 'PollsBlocked',
  /** Polls that came too late, or got no turn at the plan's pace. */
  pollsSkipped: 'PollsSkipped',
  walletsFailing: 'WalletsFailing',
  walletsBehind: 'WalletsBehind',
  transfersTold: 'TransfersTold',
  transfersHidden: 'TransfersHidden',
  /** Seconds from a transfer's block until SNS accepts its alert: one value an alert. */
  alertLatency: 'AlertLatency',
  /** Alerts more than ten minutes later than their wallet's interval. */
  alertsLate: 'AlertsLate',
  /** One metric for all destinations, because each metric is billed. */
  deadLetters: 'DeadLetters',
} as const;

export type MetricName = (typeof metricNames)[keyof typeof metricNames];
type TimeMetricName = typeof metricNames.alertLatency;
export type CountMetricName = Exclude<MetricName, TimeMetricName>;

/** Many counts of one invocation go out together. */
export type CountMetric = (name: CountMetricName, count: number) => void;

export type TimeMetric = (name: TimeMetricName, seconds: Seconds) => void;
