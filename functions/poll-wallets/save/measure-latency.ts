import type { OutgoingAlert } from '../../alert/outgoing-alert.ts';
import { metricNames } from '../../runtime/metric-names.ts';
import type { WatchStart } from '../../transfer/watch-start.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';

/** Seconds that an alert may take beyond the interval at which its wallet is polled. */
const onTime = 600;

/**
 * Measures how long the owner has waited for an alert that SNS has just taken, from the block of its transfer on. Not where
 * nobody waited: what was mined before the watch began is told because `fromBlock` asks for it.
 */
export function measureLatency(
  { minedAt }: OutgoingAlert,
  start: WatchStart | null,
  pace: PollLimits['pace'],
  { clock, time, count }: Pick<PollDependencies, 'clock' | 'time' | 'count'>,
): void {
  if (minedAt === undefined || start === null || Date.parse(minedAt) < Date.parse(start.since)) return;
  // A chain's clock may be ahead of ours.
  const seconds = Math.max(0, clock.now() - Date.parse(minedAt)) / 1_000;
  time(metricNames.alertLatency, seconds);
  if (seconds > pace.everySeconds + onTime) count(metricNames.alertsLate, 1);
}
