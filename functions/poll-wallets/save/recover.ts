import type { Cursor } from '../../state/cursor.ts';
import { assertLedger } from '../assert-ledger.ts';
import type { Poll } from '../poll-dependencies.ts';
import { BatchLeft, batchLease, commit, type OpenCursor } from './open-batch.ts';
import { publish } from './publish.ts';

/** As many fit a small cursor. When one more comes, the oldest one's rows are deleted before it is forgotten. */
const maxVoid = 20;

/**
 * Closes a batch that a crash or a refusal of SNS left open. If all of its rows are written, it is published from its first
 * unpublished message on. Otherwise it is abandoned, and its transfers are new again.
 * @throws BatchLeft if another worker has it; VersionConflict; AlertsRefused
 */
export async function recover(cursor: Cursor, poll: Poll): Promise<Cursor> {
  const { watch, history, states, clock } = poll;
  const { open } = cursor;
  if (open === null) return cursor;
  if (open.lease > clock.now())
    throw new BatchLeft(`Another worker publishes the alerts of ${watch.wallet}.`);
  const rows = await history.rowsOf(watch, open);
  if (rows.length < open.rows) {
    const abandoned = [...cursor.void, { batch: open.batch, to: open.to }];
    for (const { batch, to } of abandoned.slice(0, -maxVoid)) {
      // The worker that abandoned it may have crashed before deleting them, and forgotten rows would count again.
      // A digest's batch may end in a settled block, and DynamoDB refuses a range that ends before it begins.
      const left = await history.rowsOf(watch, { batch, from: Math.min(cursor.settled + 1, to), to });
      await history.remove(watch, left);
    }
    const free = await states.save(watch, { ...cursor, open: null, void: abandoned.slice(-maxVoid) });
    await history.remove(watch, rows);
    return free;
  }
  assertLedger(watch, { ...cursor, open: null }, rows, open.next);
  const lease = clock.now() + batchLease;
  const taken = await states.save(watch, { ...cursor, open: { ...open, lease } });
  const mine: OpenCursor = { ...taken, open: { ...open, lease } };
  await publish(mine, rows, poll);
  // Read last: the worker that crashed may have saved some already.
  const addresses = await states.readAddresses(watch);
  return (await commit(mine, rows, addresses, poll)).cursor;
}
