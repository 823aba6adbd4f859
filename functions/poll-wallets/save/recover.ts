import type { Cursor } from '../../state/cursor.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { batchLease } from './begin.ts';
import { commit } from './commit.ts';
import { publish } from './publish.ts';
import { BatchLeft } from './record.ts';
import type { OpenCursor } from './save-own.ts';

/** So many fit a small cursor. A put of an earlier one has landed long ago, and its rows are taken away before it is forgotten. */
const mostVoid = 20;

type RecoverDependencies = Pick<
  PollDependencies,
  'history' | 'states' | 'clock' | 'publish' | 'count' | 'time'
>;

/**
 * Ends a batch that a crash or a refusal left open, before anything newer of this wallet. One whose rows are all there is
 * published from where it stands. Of one whose rows are not nothing was published: it is abandoned, and what it told is news.
 * @throws BatchLeft where another worker has it, VersionConflict, AlertsRefused
 */
export async function recover(
  watch: Watch,
  cursor: Cursor,
  deps: RecoverDependencies,
  limits: Pick<PollLimits, 'publishUntil' | 'pace'>,
): Promise<Cursor> {
  const { open } = cursor;
  if (open === null) return cursor;
  if (open.lease > deps.clock.now())
    throw new BatchLeft(`Another worker publishes the alerts of ${watch.wallet}.`);
  const rows = await deps.history.rowsOf(watch, open);
  if (rows.length < open.rows) {
    const abandoned = [...cursor.void, { batch: open.batch, to: open.to }];
    for (const { batch, to } of abandoned.slice(0, -mostVoid)) {
      // Whoever abandoned it may have died before that, and its rows would count again.
      const left = await deps.history.rowsOf(watch, { batch, from: cursor.settled + 1, to });
      await deps.history.remove(watch, left);
    }
    const free = await deps.states.save(watch, { ...cursor, open: null, void: abandoned.slice(-mostVoid) });
    await deps.history.remove(watch, rows);
    return free;
  }
  const lease = deps.clock.now() + batchLease;
  const taken = await deps.states.save(watch, { ...cursor, open: { ...open, lease } });
  const mine: OpenCursor = { ...taken, open: { ...open, lease } };
  await publish(watch, mine, rows, deps, limits);
  // Read now: a worker that crashed may have folded these rows in.
  const addresses = await deps.states.readAddresses(watch);
  return (await commit(watch, mine, rows, addresses, deps)).cursor;
}
