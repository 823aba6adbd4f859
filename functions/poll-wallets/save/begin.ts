import type { Advance, Cursor } from '../../state/cursor.ts';
import { waitingDigests } from '../../state/rations.ts';
import type { NewRow } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { changesOf } from './advance.ts';
import type { OpenCursor } from './save-own.ts';

/** Long enough to write and publish a batch, shorter than the time between two ticks. */
export const batchLease = 30_000;

/**
 * Opens a batch in the cursor before any of it is written: of two workers only one succeeds.
 * @param then the cursor after the commit, whichever worker makes it
 * @throws VersionConflict
 */
export async function begin(
  watch: Watch,
  cursor: Cursor,
  rows: readonly NewRow[],
  then: Advance,
  { states, clock, owePoll }: Pick<PollDependencies, 'states' | 'clock' | 'owePoll'>,
): Promise<OpenCursor> {
  const messages = rows.filter(({ turn }) => turn !== null).length;
  if (messages > 0 || waitingDigests(then.rations).length > 0) await owePoll(watch);
  const blocks = rows.map(({ place }) => place.block);
  const from = blocks.reduce((lowest, block) => Math.min(lowest, block), Number.POSITIVE_INFINITY);
  const to = blocks.reduce((highest, block) => Math.max(highest, block), 0);
  const lease = clock.now() + batchLease;
  // The first commit begins the watch. If that batch is abandoned, `firstTry` keeps the time.
  const start = cursor.firstTry === null ? cursor.start : null;
  const begun = { ...cursor, start };
  const next = changesOf(begun, then);
  const open = { batch: 0, rows: rows.length, from, to, lease, messages, published: 0, next };
  const saved = await states.save(watch, { ...begun, open });
  return { ...saved, open: { ...open, batch: saved.version } };
}
