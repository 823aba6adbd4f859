import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Log } from '../../runtime/log.ts';
import {
  type CountMetric,
  metricNames,
  metricNamespace,
  type TimeMetric,
} from '../../runtime/metric-names.ts';
import type { LateAlerts } from '../../state/counts/late-alerts.ts';
import type { Tally } from '../../state/counts/tally.ts';

interface PollCounts {
  readonly count: CountMetric;
  readonly time: TimeMetric;
  readonly late: LateAlerts['add'];
  /** Never rejects. */
  readonly flush: () => Promise<void>;
}

/** @param stack the dimension of the metrics; null: nobody looks at metrics */
export function countPolls(
  stack: string | null,
  tally: Tally,
  lateAlerts: LateAlerts,
  log: Pick<Log, 'warn'>,
): PollCounts {
  const options = { namespace: metricNamespace, serviceName: 'poll-wallets' };
  const metrics = stack === null ? null : new Metrics({ ...options, defaultDimensions: { stack } });
  return {
    count(name, count) {
      metrics?.addMetric(name, MetricUnit.Count, count);
      if (name === metricNames.transfersHidden) tally.hidden(count);
    },
    // CloudWatch takes 100 values of a metric at once: powertools publishes at each hundredth.
    time(name, seconds) {
      metrics?.addMetric(name, MetricUnit.Seconds, seconds);
      tally.latency(seconds);
    },
    late(watch, reason) {
      metrics?.addMetric(metricNames.alertsLate, MetricUnit.Count, 1);
      lateAlerts.add(watch, reason);
    },
    async flush() {
      if (metrics?.hasStoredMetrics()) metrics.publishStoredMetrics();
      const failed = (error: unknown) =>
        log.warn('figures of the summary wait for the next polls', { error: String(error) });
      for (const figures of [tally, lateAlerts]) await figures.flush().catch(failed);
    },
  };
}
