import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { OutgoingAlert } from '../../alert/publish.ts';
import type { PollPace } from '../../queue/poll-message.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import {
  type CountMetric,
  metricNames,
  metricNamespace,
  type TimeMetric,
} from '../../runtime/metric-names.ts';
import type { Tally } from '../../state/counts/tally.ts';
import type { Cursor } from '../../state/cursor.ts';

interface PollCounts {
  readonly count: CountMetric;
  readonly time: TimeMetric;
  /** Never rejects. */
  readonly flush: () => Promise<void>;
}

/** @param stack the dimension of the metrics; null: nobody looks at metrics */
export function countPolls(stack: string | null, tally: Tally, log: Pick<Log, 'warn'>): PollCounts {
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
    async flush() {
      if (metrics?.hasStoredMetrics()) metrics.publishStoredMetrics();
      const failed = (error: unknown) =>
        log.warn('figures of the summary could not be written: the next polls write them', {
          error: String(error),
        });
      await tally.flush().catch(failed);
    },
  };
}

interface Publishing extends Pick<PollCounts, 'time' | 'count'> {
  readonly pace: PollPace;
  readonly clock: Pick<Clock, 'now'>;
}

/** Seconds beyond the poll interval after which an alert is late. */
const onTime = 600;

/** Counts the time from a transfer's block to its publication. Transfers before the watch don't count: nobody waited for them. */
export function measureLatency(sent: OutgoingAlert, cursor: Cursor, poll: Publishing): void {
  const { minedAt } = sent;
  const since = cursor.start?.since;
  if (minedAt === undefined || since === undefined || Date.parse(minedAt) < Date.parse(since)) return;
  // A chain's clock may be ahead of ours.
  const seconds = Math.max(0, poll.clock.now() - Date.parse(minedAt)) / 1_000;
  poll.time(metricNames.alertLatency, seconds);
  if (seconds > poll.pace.everySeconds + onTime) poll.count(metricNames.alertsLate, 1);
}
