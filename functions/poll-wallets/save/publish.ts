import type { LateReason } from '../../alert/late-reasons.ts';
import type { OutgoingAlert } from '../../alert/publish.ts';
import { metricNames } from '../../runtime/metric-names.ts';
import type { Cursor, OpenBatch } from '../../state/cursor.ts';
import type { BatchRow, NewRow } from '../../state/row.ts';
import { assertLedger } from '../assert-ledger.ts';
import type { Poll } from '../poll-dependencies.ts';
import { batchLease, commit, endOf, LeftToOtherWorker, type OpenCursor, saveOwn } from './open-batch.ts';

/** SNS refused an alert, or time ran out; the next poll publishes the rest. */
export class AlertsRefused extends Error {
  override readonly name = 'AlertsRefused';
  /** @param cause the answer of SNS; null: time ran out */
  constructor(message: string, cause: Error | null) {
    super(message, { cause });
  }
}

/**
 * Publishes a batch's messages in order, from `open.published` on, which is saved only if SNS refuses one or time runs out.
 * @throws AlertsRefused
 */
export async function publish(cursor: OpenCursor, rows: readonly NewRow[], poll: Poll): Promise<void> {
  const { open } = cursor;
  const messages = messagesOf(rows).slice(open.published);
  const { published, failure } = await poll.publish(messages, endOf(open, poll.limits), (alert) =>
    measureLatency(alert, cursor, poll),
  );
  if (published === messages.length) return;
  const left = { ...open, published: open.published + published, lease: 0 };
  await saveOwn(cursor, { open: left }, poll);
  throw new AlertsRefused(
    `${messages.length - published} alert(s) of ${poll.watch.wallet} were not published; the next poll does it.`,
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

/** Seconds beyond the poll interval after which an alert is late. */
const onTime = 600;

/** The time from a transfer's block to its publication. Transfers before the watch don't count: nobody waited for them. */
function measureLatency(sent: OutgoingAlert, cursor: OpenCursor, poll: Poll): void {
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
  { reading, behind }: OpenCursor,
  { watch, limits, clock, isReadFromNode }: Poll,
): LateReason {
  if (clock.now() - Date.parse(alert.detectedAt) > waitsForSns) return 'SNS';
  if (reading !== null || behind !== null) return 'storm';
  if (isReadFromNode(watch.chain)) return 'node';
  return limits.pace.callsPerDay === null ? 'API' : 'plan';
}

/**
 * Closes a batch that a crash or a refusal of SNS left open. If all of its rows are written, it is published from its first
 * unpublished message on. Otherwise it is abandoned, and its transfers are new again.
 * @throws LeftToOtherWorker if another worker has it; VersionConflict; AlertsRefused
 */
export async function recover(cursor: Cursor, poll: Poll): Promise<Cursor> {
  const { watch, history, states, clock } = poll;
  const { open } = cursor;
  if (open === null) return cursor;
  if (open.lease > clock.now())
    throw new LeftToOtherWorker(`Another worker publishes the alerts of ${watch.wallet}.`);
  const rows = await history.rowsOf(watch, open);
  if (rows.length < open.rows) return abandon(cursor, open, rows, poll);
  assertLedger(watch, { ...cursor, open: null }, rows, open.next);
  const mine = { ...open, lease: clock.now() + batchLease };
  const taken = { ...(await states.save(watch, { ...cursor, open: mine })), open: mine };
  await publish(taken, rows, poll);
  // Read last: the worker that crashed may have saved some already.
  const addresses = await states.readAddresses(watch);
  return (await commit(taken, rows, addresses, poll)).cursor;
}

/** Keeps the cursor small. One more batch pushes out the oldest, whose rows are deleted first. */
const maxVoid = 20;

async function abandon(
  cursor: Cursor,
  open: OpenBatch,
  rows: readonly BatchRow[],
  { watch, history, states }: Poll,
): Promise<Cursor> {
  const abandoned = [...cursor.void, { batch: open.batch, to: open.to }];
  for (const { batch, to } of abandoned.slice(0, -maxVoid)) {
    // The rows of a forgotten batch would count again, and its worker may have crashed before deleting them.
    // Math.min: DynamoDB refuses a range that ends before it begins, and a digest's may be in a settled block.
    const left = await history.rowsOf(watch, { batch, from: Math.min(cursor.settled + 1, to), to });
    await history.remove(watch, left);
  }
  const free = await states.save(watch, { ...cursor, open: null, void: abandoned.slice(-maxVoid) });
  await history.remove(watch, rows);
  return free;
}
