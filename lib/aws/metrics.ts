import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricName, metricNames, metricNamespace } from '../../functions/runtime/metric-names.ts';
import type { Polling } from './polling.ts';
import type { Topics } from './topics.ts';

export interface Watched {
  readonly polling: Polling;
  readonly topics: Topics;
}

export type Metrics = ReturnType<typeof metricsOf>;

/** What AWS measures by itself is taken from AWS; only what it can't know is a metric of our own. */
export function metricsOf({ polling, topics }: Watched) {
  const period = Duration.minutes(5);
  const dispatch = polling.dispatchPolls.function;
  const poll = polling.pollWallets.function;
  const most = { period, statistic: Stats.MAXIMUM };
  const deadAlerts: IMetric | null =
    topics.deadWebhookAlerts?.metricApproximateNumberOfMessagesVisible(most) ?? null;
  return {
    pollsBlocked: counted(metricNames.pollsBlocked),
    pollsSkipped: counted(metricNames.pollsSkipped),
    walletsFailing: counted(metricNames.walletsFailing),
    walletsBehind: counted(metricNames.walletsBehind),
    transfersTold: counted(metricNames.transfersTold),
    transfersHidden: counted(metricNames.transfersHidden),
    dispatches: dispatch.metricInvocations({ period }),
    dispatchErrors: dispatch.metricErrors({ period }),
    dispatchDuration: dispatch.metricDuration({ period }),
    polls: poll.metricInvocations({ period }),
    pollErrors: poll.metricErrors({ period }),
    pollDuration: poll.metricDuration({ period }),
    oldestPoll: polling.polls.metricApproximateAgeOfOldestMessage(most),
    deadPolls: polling.deadPolls.metricApproximateNumberOfMessagesVisible(most),
    failedDeliveries: topics.alerts.metricNumberOfNotificationsFailed({ period, statistic: Stats.SUM }),
    /** Null where the settings have no webhook. */
    deadAlerts,
  };
}

function counted(metricName: MetricName): IMetric {
  return new Metric({
    namespace: metricNamespace,
    metricName,
    // The poll function counts them all, under its own name.
    dimensionsMap: { service: 'poll-wallets' },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  });
}
