import type { OutgoingAlert } from '../../alert/publish.ts';
import type { LateReason } from '../../alert/text/summary-texts.ts';
import { metricNames } from '../../runtime/metric-names.ts';
import type { Cursor } from '../../state/cursor.ts';
import type { Poll } from '../poll-dependencies.ts';

/** Seconds beyond the poll interval after which an alert is late. */
const onTime = 600;

/** The time from a transfer's block to its publication. Transfers before the watch don't count: nobody waited for them. */
export function measureLatency(sent: OutgoingAlert, cursor: Cursor, poll: Poll): void {
  const { minedAt } = sent;
  const since = cursor.start?.since;
  if (minedAt === undefined || since === undefined || Date.parse(minedAt) < Date.parse(since)) return;
  // A chain's clock may be ahead of ours.
  const seconds = Math.max(0, poll.clock.now() - Date.parse(minedAt)) / 1_000;
  poll.time(metricNames.alertLatency, seconds);
  if (seconds > poll.limits.pace.everySeconds + onTime) poll.late(poll.watch, lateReason(sent, cursor, poll));
}

/** An alert published this many milliseconds after it was made was delayed by SNS or a crash. */
const waitsForSns = 60_000;

/** If several steps delayed the alert, names the last. */
function lateReason(
  { alert }: OutgoingAlert,
  { reading, behind }: Pick<Cursor, 'reading' | 'behind'>,
  { watch, limits, clock, isReadFromNode }: Poll,
): LateReason {
  if (clock.now() - Date.parse(alert.detectedAt) > waitsForSns) return 'SNS';
  if (reading !== null || behind !== null) return 'storm';
  if (isReadFromNode(watch.chain)) return 'node';
  return limits.pace.callsPerDay === null ? 'API' : 'plan';
}
