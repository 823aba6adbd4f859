import type { OutgoingAlert } from '../../alert/publish.ts';
import { blockRange, type EpochMilliseconds } from '../../chain/units.ts';
import { afterSetBack } from '../../runtime/clock.ts';
import {
  type Advance,
  type Cursor,
  type OpenBatch,
  VersionConflict,
  waitingDigests,
} from '../../state/cursor.ts';
import { type KnownAddresses, learn } from '../../state/known-addresses.ts';
import type { BatchRow, NewRow } from '../../state/ledger-row.ts';
import { byPlace } from '../../state/place.ts';
import { saveOver } from '../../state/state-table.ts';
import { assertLedger } from '../assert-ledger.ts';
import type { Poll } from '../dependencies.ts';
import { measureLatency } from '../report/count-polls.ts';
import { changesOf } from './advance.ts';

type OpenCursor = Cursor & { readonly open: OpenBatch };

/** Milliseconds: long enough to write and publish a batch, shorter than the time between two ticks. */
export const batchLease = 30_000;

/** Opens a batch in the cursor before any of it is written: of two workers only one succeeds. @throws VersionConflict */
export async function begin(
  cursor: Cursor,
  rows: readonly NewRow[],
  afterCommit: Advance,
  { watch, states, clock, owePoll }: Pick<Poll, 'watch' | 'states' | 'clock' | 'owePoll'>,
): Promise<OpenCursor> {
  const messages = rows.filter(({ turn }) => turn !== null).length;
  if (messages > 0 || waitingDigests(afterCommit.rations).length > 0) await owePoll(watch);
  const { from, to } = blockRange(rows.map(({ place }) => place.block));
  const lease = clock.now() + batchLease;
  // `start` is null before the first commit. If the batch is abandoned, `firstTry` still has the time of the first try.
  const start = cursor.firstTry === null ? cursor.start : null;
  const begun = { ...cursor, start };
  const next = changesOf(begun, afterCommit);
  const open = { batch: 0, rows: rows.length, from, to, lease, messages, published: 0, next };
  const saved = await states.save(watch, { ...begun, open });
  return { ...saved, open: { ...open, batch: saved.version } };
}

/** A worker stops this many ms before its lease ends: a call may still be under way, and clocks differ. */
const leaseMargin = 3_000;

/** Another worker has the batch, or may soon take it over. */
export class LeftToOtherWorker extends Error {
  override readonly name = 'LeftToOtherWorker';
}

function publishDeadline({ lease }: OpenBatch, { publishUntil }: Poll['limits']): EpochMilliseconds {
  return Math.min(lease, publishUntil) - leaseMargin;
}

/** @throws LeftToOtherWorker if writing took so long that another worker may take the batch over */
export async function record(
  open: OpenBatch,
  rows: readonly NewRow[],
  { watch, history, clock, limits }: Pick<Poll, 'watch' | 'history' | 'clock' | 'limits'>,
): Promise<void> {
  await history.put(watch, open.batch, rows);
  const late = `The rows of ${watch.wallet} were written too late to be published by this poll.`;
  if (clock.now() >= publishDeadline(open, limits)) throw new LeftToOtherWorker(late);
}

/** SNS refused an alert, or time ran out; the next poll publishes the rest. */
export class AlertsRefused extends Error {
  override readonly name = 'AlertsRefused';
  /** @param cause the answer of SNS; null: time ran out */
  constructor(message: string, cause: Error | null) {
    super(message, { cause });
  }
}

/** Publishes a batch's messages in order, from number `open.published` on. Saves the number only if some are left. @throws AlertsRefused */
export async function publish(cursor: OpenCursor, rows: readonly NewRow[], poll: Poll): Promise<void> {
  const { open } = cursor;
  const messages = messagesOf(rows).slice(open.published);
  const { published, failure } = await poll.publish(messages, publishDeadline(open, poll.limits), (alert) =>
    measureLatency(alert, cursor, poll),
  );
  if (published === messages.length) return;
  const rest = { ...open, published: open.published + published, lease: 0 };
  await saveBatch(cursor, { open: rest }, poll);
  // The same words for all wallets, so that operations get one message.
  const why = failure === null ? 'time ran out' : `SNS did not take one (${failure.name})`;
  throw new AlertsRefused(`Alerts were not published: ${why}. The next poll publishes them.`, failure);
}

function messagesOf(rows: readonly NewRow[]): OutgoingAlert[] {
  return rows
    .flatMap(({ turn, alert, outgoing }) =>
      turn === null || alert === null ? [] : [{ turn, alert, outgoing }],
    )
    .sort((a, b) => a.turn - b.turn)
    .map(({ alert, outgoing }) => ({ alert, ...outgoing }));
}

export type Committed = Awaited<ReturnType<typeof commit>>;

/** Saves a batch's addresses, then the cursor: if that fails, a later poll publishes the batch again. @throws VersionConflict */
export async function commit(
  cursor: OpenCursor,
  rows: readonly NewRow[],
  addresses: KnownAddresses,
  poll: Pick<Poll, 'watch' | 'states' | 'clock'>,
) {
  const { open } = cursor;
  const learnt = rows.toSorted(byPlace).flatMap((row) => row.learnt);
  const known = learn(addresses, open.batch, learnt);
  if (learnt.length > 0) await poll.states.saveAddresses(poll.watch, known);
  return { cursor: await saveBatch(cursor, { ...open.next, open: null }, poll), addresses: known };
}

/** Saves on top of incidents that other workers recorded: giving up the batch would publish its alerts twice. @throws VersionConflict */
async function saveBatch(
  begun: OpenCursor,
  change: Partial<Cursor>,
  poll: Pick<Poll, 'watch' | 'states' | 'clock'>,
): Promise<Cursor> {
  const isMine = ({ open }: Cursor) => open?.batch === begun.open.batch && open.lease === begun.open.lease;
  const onTop = (stored: Cursor) => {
    if (!isMine(stored)) throw new VersionConflict(`Another worker has the batch of ${poll.watch.wallet}.`);
    return { ...stored, ...change };
  };
  return saveOver(poll.watch, begun, onTop, poll);
}

/**
 * Closes a batch that a crash or a refusal of SNS left open. If all of its rows are written, its unpublished messages are published;
 * else the batch is abandoned, and its transfers are new again. @throws LeftToOtherWorker, VersionConflict, AlertsRefused
 */
export async function recover(cursor: Cursor, poll: Poll): Promise<Cursor> {
  const { watch, history, states, clock } = poll;
  const { open } = cursor;
  if (open === null) return cursor;
  if (afterSetBack(open.lease, clock.now(), 2 * batchLease) > clock.now())
    throw new LeftToOtherWorker(`Another worker publishes the alerts of ${watch.wallet}.`);
  const rows = await history.rowsOf(watch, open);
  if (rows.length < open.rows) return abandon(cursor, open, rows, poll);
  assertLedger({ ...cursor, open: null }, rows, open.next);
  const leased = { ...open, lease: clock.now() + batchLease };
  const taken = { ...(await states.save(watch, { ...cursor, open: leased })), open: leased };
  await publish(taken, rows, poll);
  // Read the addresses after publishing: the worker that crashed may have saved some of them.
  const addresses = await states.readAddresses(watch);
  return (await commit(taken, rows, addresses, poll)).cursor;
}

/** Keeps the cursor under 2 KB. One more batch pushes out the oldest, whose rows are deleted first. */
const maxAbandoned = 6;

async function abandon(
  cursor: Cursor,
  open: OpenBatch,
  rows: readonly BatchRow[],
  { watch, history, states }: Poll,
): Promise<Cursor> {
  const abandoned = [...cursor.abandoned, { batch: open.batch, to: open.to }];
  for (const { batch, to } of abandoned.slice(0, -maxAbandoned)) {
    // The rows of a forgotten batch would count again, and its worker may have crashed before deleting them.
    // Math.min: a digest's range may end in a settled block, and DynamoDB refuses a range that ends before it begins.
    const left = await history.rowsOf(watch, { batch, from: Math.min(cursor.settled + 1, to), to });
    await history.remove(watch, left);
  }
  const free = await states.save(watch, { ...cursor, open: null, abandoned: abandoned.slice(-maxAbandoned) });
  await history.remove(watch, rows);
  return free;
}
