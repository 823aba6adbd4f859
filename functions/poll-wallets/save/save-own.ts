import { type Cursor, type OpenBatch, VersionConflict } from '../../state/cursor.ts';
import { stateKey } from '../../state/state-items.ts';
import { findCursor } from '../../state/state-table.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';

export type OpenCursor = Cursor & { readonly open: OpenBatch };

/**
 * Saves a cursor whose open batch is this worker's. If another worker has only recorded an incident meanwhile, saves on top of it:
 * giving up the batch would publish its alerts twice.
 * @throws VersionConflict if another worker has the batch
 */
export async function saveOwn(
  watch: Watch,
  mine: OpenCursor,
  change: Partial<Cursor>,
  { states, clock }: Pick<PollDependencies, 'states' | 'clock'>,
): Promise<Cursor> {
  try {
    return await states.save(watch, { ...mine, ...change });
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error;
    const items = await states.readItems([stateKey(watch)]);
    const { version, failing, behind, open } = findCursor(watch, items, clock.now());
    if (open?.batch !== mine.open.batch || open.lease !== mine.open.lease) throw error;
    return states.save(watch, { ...mine, ...change, version, failing, behind });
  }
}
