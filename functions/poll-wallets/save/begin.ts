import type { Advance, Cursor } from '../../state/cursor.ts';
import type { NewRow } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import type { OpenCursor } from './save-own.ts';

/** Long enough to write a batch's rows and publish its messages, shorter than the time between two ticks. */
export const batchLease = 30_000;

/**
 * Takes a batch on, before anything of it is written: of two workers one goes on.
 * @param next what the cursor is to be once the batch is published, whoever publishes it
 * @throws VersionConflict
 */
export async function begin(
  watch: Watch,
  cursor: Cursor,
  rows: readonly NewRow[],
  next: Advance,
  { states, clock, owePoll }: Pick<PollDependencies, 'states' | 'clock' | 'owePoll'>,
): Promise<OpenCursor> {
  const messages = rows.filter(({ turn }) => turn !== null).length;
  if (messages > 0) await owePoll(watch);
  const blocks = rows.map(({ place }) => place.block);
  const from = blocks.reduce((lowest, block) => Math.min(lowest, block), Number.POSITIVE_INFINITY);
  const to = blocks.reduce((highest, block) => Math.max(highest, block), 0);
  const lease = clock.now() + batchLease;
  const open = { batch: 0, rows: rows.length, from, to, lease, messages, published: 0, next };
  // A watch has begun once its first batch is committed. Where that is abandoned, telling begins at its time all the same.
  const start = cursor.firstTry === null ? cursor.start : null;
  const saved = await states.save(watch, { ...cursor, start, open });
  return { ...saved, open: { ...open, batch: saved.version } };
}
