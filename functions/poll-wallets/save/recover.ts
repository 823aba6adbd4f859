import type { Cursor, OpenBatch } from '../../state/cursor.ts';
import type { BatchRow } from '../../state/ledger-row.ts';
import { assertLedger } from '../assert-ledger.ts';
import type { Poll } from '../poll-dependencies.ts';
import { batchLease, commit, LeftToOtherWorker, publish } from './open-batch.ts';

/**
 * Closes a batch that a crash or a refusal of SNS left open. If all of its rows are written, its unpublished messages are published;
 * else the batch is abandoned, and its transfers are new again. @throws LeftToOtherWorker, VersionConflict, AlertsRefused
 */
export async function recover(cursor: Cursor, poll: Poll): Promise<Cursor> {
  const { watch, history, states, clock } = poll;
  const { open } = cursor;
  if (open === null) return cursor;
  if (open.lease > clock.now())
    throw new LeftToOtherWorker(`Another worker publishes the alerts of ${watch.wallet}.`);
  const rows = await history.rowsOf(watch, open);
  if (rows.length < open.rows) return abandon(cursor, open, rows, poll);
  assertLedger({ ...cursor, open: null }, rows, open.next);
  const mine = { ...open, lease: clock.now() + batchLease };
  const taken = { ...(await states.save(watch, { ...cursor, open: mine })), open: mine };
  await publish(taken, rows, poll);
  // Read last: the worker that crashed may have saved some already.
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
    // Math.min: DynamoDB refuses a range that ends before it begins, and a digest's may be in a settled block.
    const left = await history.rowsOf(watch, { batch, from: Math.min(cursor.settled + 1, to), to });
    await history.remove(watch, left);
  }
  const free = await states.save(watch, { ...cursor, open: null, abandoned: abandoned.slice(-maxAbandoned) });
  await history.remove(watch, rows);
  return free;
}
