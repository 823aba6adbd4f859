import type { OutgoingAlert } from '../../alert/outgoing-alert.ts';
import { metricNames } from '../../runtime/metric-names.ts';
import type { NewRow } from '../../state/row.ts';
import type { WatchStart } from '../../transfer/watch-start.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { endOf } from './record.ts';
import { type OpenCursor, saveOwn } from './save-own.ts';

/** Seconds that an alert may take beyond its wallet's poll interval before it counts as late. */
const onTime = 600;

/** SNS refused an alert, which waits in its batch for the next poll. */
export class AlertsRefused extends Error {
  override readonly name = 'AlertsRefused';
  /** @param cause the answer of SNS; null: time ran out */
  constructor(message: string, cause: Error | null) {
    super(message, { cause });
  }
}

/**
 * Publishes the messages of a batch in order, from the first unpublished one on. Their texts come from their rows, so that every
 * worker publishes the same.
 * @throws AlertsRefused; the next poll publishes the rest
 */
export async function publish(
  watch: Watch,
  cursor: OpenCursor,
  rows: readonly NewRow[],
  deps: Pick<PollDependencies, 'publish' | 'states' | 'clock' | 'count' | 'time'>,
  { publishUntil, pace }: Pick<PollLimits, 'publishUntil' | 'pace'>,
): Promise<void> {
  const { open, start } = cursor;
  const messages = messagesOf(rows).slice(open.published);
  const { published, failure } = await deps.publish(messages, endOf(open, { publishUntil }), (alert) =>
    measureLatency(alert, start, pace, deps),
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

/**
 * Measures the time from a transfer's block to its publication. Not for transfers from before the watch, which `fromBlock` asks
 * for: nobody waited for them.
 */
function measureLatency(
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
