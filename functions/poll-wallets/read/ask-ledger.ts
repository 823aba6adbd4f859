import type { Cursor } from '../../state/cursor.ts';
import { type KnownTransfers, knownTransfers } from '../../state/known-transfers.ts';
import { beginOf, byPlace, placeOf } from '../../state/row.ts';
import type { SourcePage } from '../../transfer/source.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { settledAfter } from './poll-read.ts';

/** Twice the time after which a block is settled: so each transfer of a storm is read again once or twice, and not each minute. */
const lastLookAfter = 2 * settledAfter;
/** The messages of a watch's beginning may stand below all transfers. */
const lowestRows = 5;

/** Whether the oldest transfer that is not settled is old enough for its last look. @param begunAt epoch milliseconds */
export async function isTimeForLastLook(
  watch: Watch,
  { settled }: Cursor,
  begunAt: number,
  { history }: Pick<PollDependencies, 'history'>,
): Promise<boolean> {
  const rows = await history.rowsAbove(watch, settled, lowestRows);
  const oldest = rows.find(({ status }) => status !== 'message');
  return oldest !== undefined && oldest.minedAt * 1_000 <= begunAt - lastLookAfter;
}

/**
 * What the ledger knows of the places that a page shows: enough to see that it brings nothing, in a storm of which all the rows
 * would be thousands. Null where the page shows nothing.
 */
export async function knownOnPage(
  { transfers, unreadable }: SourcePage,
  watch: Watch,
  cursor: Cursor,
  { history }: Pick<PollDependencies, 'history'>,
): Promise<KnownTransfers | null> {
  const shown = transfers.map((one) => placeOf('', one));
  const blocks = unreadable.flatMap(({ blockNumber }) =>
    blockNumber === null ? [] : [beginOf(blockNumber)],
  );
  const [lowestPlace] = [...shown, ...blocks].map((place) => ({ place })).sort(byPlace);
  if (lowestPlace === undefined) return null;
  return knownTransfers(await history.rowsFrom(watch, lowestPlace.place), cursor);
}

/** What the ledger knows of the blocks that are not settled. */
export async function askLedger(
  watch: Watch,
  cursor: Cursor,
  { history }: Pick<PollDependencies, 'history'>,
): Promise<KnownTransfers> {
  return knownTransfers(await history.rowsAbove(watch, cursor.settled), cursor);
}
