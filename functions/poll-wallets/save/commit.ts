import type { Cursor } from '../../state/cursor.ts';
import { type KnownAddresses, learn } from '../../state/known-addresses.ts';
import { byPlace, type NewRow } from '../../state/row.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { type OpenCursor, saveOwn } from './save-own.ts';

export interface Committed {
  readonly cursor: Cursor;
  readonly addresses: KnownAddresses;
}

/**
 * Closes a batch. Addresses are saved first: if that fails, a later poll closes it.
 * @throws VersionConflict if another worker closed it
 */
export async function commit(
  watch: Watch,
  cursor: OpenCursor,
  rows: readonly NewRow[],
  addresses: KnownAddresses,
  deps: Pick<PollDependencies, 'states' | 'clock'>,
): Promise<Committed> {
  const { open } = cursor;
  const learnt = rows.toSorted(byPlace).flatMap((row) => row.learnt);
  const known = learn(addresses, open.batch, learnt);
  if (learnt.length > 0) await deps.states.saveAddresses(watch, known);
  return { cursor: await saveOwn(watch, cursor, { ...open.next, open: null }, deps), addresses: known };
}
