import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type CountMetricName,
  type MetricName,
  metricNames,
  metricNamespace,
} from '../../functions/runtime/metric-names.ts';
import type { Destinations } from './destinations.ts';
import type { Polling } from './polling.ts';
import type { Topics } from './topics.ts';

export interface Watched {
  readonly name: string;
  readonly polling: Polling;
  readonly topics: Topics;
  readonly destinations: Destinations | null;
}

export type Metrics = ReturnType<typeof metricsOf>;

/** AWS's metrics where they exist, else our own. */
export function metricsOf({ name, polling, topics, destinations }: Watched) {
  const counted = (metricName: CountMetricName) => ownMetric(name, metricName);
  const period = Duration.minutes(5);
  const dispatch = polling.dispatchPolls.function;
  const poll = polling.pollWallets.function;
  const most = { period, statistic: Stats.MAXIMUM };
  const latency = (statistic: string) => ownMetric(name, metricNames.alertLatency, { statistic });
  const deadAlerts: IMetric | null =
    topics.deadWebhookAlerts?.metricApproximateNumberOfMessagesVisible(most) ?? null;
  return {
    pollsBlocked: counted(metricNames.pollsBlocked),
    pollsSkipped: counted(metricNames.pollsSkipped),
    walletsFailing: counted(metricNames.walletsFailing),
    walletsBehind: counted(metricNames.walletsBehind),
    transfersTold: counted(metricNames.transfersTold),
    transfersHidden: counted(metricNames.transfersHidden),
    alertLatencies: [Stats.p(50), Stats.p(90), Stats.MAXIMUM].map(latency),
    /** Alerts caught up after an outage fall into at most two of these quarters of an hour. */
    alertsLate: ownMetric(name, metricNames.alertsLate, { period: Duration.minutes(15) }),
    dispatches: dispatch.metricInvocations({ period }),
    dispatchErrors: dispatch.metricErrors({ period }),
    dispatchDuration: dispatch.metricDuration({ period }),
    polls: poll.metricInvocations({ period }),
    pollErrors: poll.metricErrors({ period }),
    pollDuration: poll.metricDuration({ period }),
    oldestPoll: polling.polls.metricApproximateAgeOfOldestMessage(most),
    deadPolls: polling.deadPolls.metricApproximateNumberOfMessagesVisible(most),
    failedDeliveries: topics.alerts.metricNumberOfNotificationsFailed({ period, statistic: Stats.SUM }),
    /** Null without webhooks. */
    deadAlerts,
    /** Null without destinations. */
    deliveries: destinations === null ? null : deliveryMetrics(name, destinations, period),
  };
}

/** SQS's own free metrics. */
function deliveryMetrics(stack: string, { deliverAlerts, queues }: Destinations, period: Duration) {
  const most = { period, statistic: Stats.MAXIMUM };
  const sum = { period, statistic: Stats.SUM };
  const named = queues.map((one) => ({ ...one, label: one.destination.name }));
  return {
    deadLetters: ownMetric(stack, metricNames.deadLetters, {}, 'deliver-alerts'),
    errors: deliverAlerts.function.metricErrors({ period }),
    /** Above zero: messages waited during the whole period. */
    untaken: named.map(({ queue, label }) => ({
      destination: label,
      metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MINIMUM }),
    })),
    done: named.map(({ queue, label }) => queue.metricNumberOfMessagesDeleted({ ...sum, label })),
    waiting: named.map(({ queue, label }) => queue.metricApproximateAgeOfOldestMessage({ ...most, label })),
    dead: named.map(({ deadLetters, label }) =>
      deadLetters.metricApproximateNumberOfMessagesVisible({ ...most, label }),
    ),
  };
}

/** A metric that a function counts. @param stack STACK_NAME of the function's environment */
export function ownMetric(
  stack: string,
  metricName: MetricName,
  options: MetricOptions = {},
  service = 'poll-wallets',
): Metric {
  return new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { service, stack },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
    ...options,
  });
}
