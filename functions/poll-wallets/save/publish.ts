import type { LateReason } from '../../alert/late-reasons.ts';
import type { OutgoingAlert } from '../../alert/outgoing-alert.ts';
import { metricNames } from '../../runtime/metric-names.ts';
import type { NewRow } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { endOf, type OpenCursor, saveOwn } from './open-batch.ts';

/** Seconds beyond the poll interval after which an alert is late. */
const onTime = 600;

/** An alert published this many milliseconds after it was made was delayed by SNS or a crash. */
const waitsForSns = 60_000;

/** SNS refused an alert; the next poll publishes it. */
export class AlertsRefused extends Error {
  override readonly name = 'AlertsRefused';
  /** @param cause the answer of SNS; null: time ran out */
  constructor(message: string, cause: Error | null) {
    super(message, { cause });
  }
}

/**
 * Publishes the messages of a batch in order, from the first unpublished one on.
 * @throws AlertsRefused; the next poll publishes the rest
 */
export async function publish(
  watch: Watch,
  cursor: OpenCursor,
  rows: readonly NewRow[],
  deps: Pick<PollDependencies, 'publish' | 'states' | 'clock' | 'time' | 'late' | 'isReadFromNode'>,
  { publishUntil, pace }: Pick<PollLimits, 'publishUntil' | 'pace'>,
): Promise<void> {
  const { open } = cursor;
  const messages = messagesOf(rows).slice(open.published);
  const { published, failure } = await deps.publish(messages, endOf(open, { publishUntil }), (alert) =>
    measureLatency(alert, watch, cursor, pace, deps),
  );
  if (published === messages.length) return;
  const left = { ...open, published: open.published + published, lease: 0 };
  await saveOwn(watch, cursor, { open: left }, deps);
  throw new AlertsRefused(
    `${messages.length - published} alert(s) of ${watch.wallet} were not published; the next poll does it.`,
    failure,
  );
}

function messagesOf(rows: readonly NewRow[]): OutgoingAlert[] {
  return rows
    .flatMap(({ turn, alert, outgoing }) =>
      turn === null || alert === null ? [] : [{ turn, alert, outgoing }],
    )
    .sort((a, b) => a.turn - b.turn)
    .map(({ alert, outgoing }) => ({ alert, ...outgoing }));
}

/** The time from a transfer's block to its publication. Transfers before the watch don't count: nobody waited for them. */
function measureLatency(
  sent: OutgoingAlert,
  watch: Watch,
  cursor: OpenCursor,
  pace: PollLimits['pace'],
  deps: Pick<PollDependencies, 'clock' | 'time' | 'late' | 'isReadFromNode'>,
): void {
  const { minedAt } = sent;
  const { start } = cursor;
  if (minedAt === undefined || start === null || Date.parse(minedAt) < Date.parse(start.since)) return;
  // A chain's clock may be ahead of ours.
  const seconds = Math.max(0, deps.clock.now() - Date.parse(minedAt)) / 1_000;
  deps.time(metricNames.alertLatency, seconds);
  if (seconds > pace.everySeconds + onTime) deps.late(watch, lateReason(sent, watch, cursor, pace, deps));
}

/** The last step that delayed the alert hides the earlier ones. */
function lateReason(
  { alert }: OutgoingAlert,
  { chain }: Watch,
  { reading, behind }: OpenCursor,
  { callsPerDay }: PollLimits['pace'],
  { clock, isReadFromNode }: Pick<PollDependencies, 'clock' | 'isReadFromNode'>,
): LateReason {
  if (clock.now() - Date.parse(alert.detectedAt) > waitsForSns) return 'SNS';
  if (reading !== null || behind !== null) return 'storm';
  if (isReadFromNode(chain)) return 'node';
  return callsPerDay === null ? 'API' : 'plan';
}
