import type { EpochMilliseconds } from '../../chain/units.ts';
import type { Cursor } from '../../state/cursor.ts';
import type { HistoryTable } from '../../state/history-table.ts';
import { type KnownTransfers, knownTransfers } from '../../state/known-transfers.ts';
import { byPlace, placeOf, startOfBlock } from '../../state/place.ts';
import type { Row } from '../../state/row.ts';
import type { SourcePage } from '../../transfer/source.ts';
import type { Poll } from '../poll-dependencies.ts';
import { settledAfter } from './poll-read.ts';

/** The age at which all rows of a storm are read once more, in place of at each poll. */
const lastLookAfter = 2 * settledAfter;
/** Messages that begin a watch may come before all transfers. */
const lowestRows = 5;

export async function isTimeForLastLook(
  { settled }: Cursor,
  begunAt: EpochMilliseconds,
  { watch, history }: Pick<Poll, 'watch' | 'history'>,
): Promise<boolean> {
  const rows = await history.rowsAbove(watch, settled, lowestRows);
  const oldest = rows.find(({ status }) => status !== 'message');
  return oldest !== undefined && oldest.minedAt * 1_000 <= begunAt - lastLookAfter;
}

/** The rows at or above a page's lowest place, which spares thousands in a storm; null if the page is empty. */
export async function knownOnPage(
  { transfers, unreadable }: SourcePage,
  cursor: Cursor,
  { watch, history }: Pick<Poll, 'watch' | 'history'>,
): Promise<KnownTransfers | null> {
  const shown = transfers.map((one) => placeOf('', one));
  const blocks = unreadable.flatMap(({ blockNumber }) =>
    blockNumber === null ? [] : [startOfBlock(blockNumber)],
  );
  const [lowestPlace] = [...shown, ...blocks].map((place) => ({ place })).sort(byPlace);
  if (lowestPlace === undefined) return null;
  return knownTransfers(await history.rowsFrom(watch, lowestPlace.place), cursor);
}

/** The rows of all unsettled blocks. */
export async function askLedger(
  cursor: Cursor,
  { watch, history }: Pick<Poll, 'watch' | 'history'>,
): Promise<KnownTransfers> {
  return knownTransfers(await history.rowsAbove(watch, cursor.settled), cursor);
}

/** Queries the unsettled blocks once a poll. If another worker added valid rows meanwhile, this poll's next save would fail. */
export function askingOnce(history: HistoryTable): HistoryTable {
  let known: Row[] | null = null;
  const own: Pick<HistoryTable, 'rowsAbove' | 'put'> = {
    async rowsAbove(watch, block, upTo) {
      if (upTo !== undefined) return history.rowsAbove(watch, block, upTo);
      known ??= [...(await history.rowsAbove(watch, block))];
      return known;
    },
    async put(watch, batch, rows) {
      await history.put(watch, batch, rows);
      // Without alerts, to save memory: a storm has thousands of rows.
      for (const { alert, turn, outgoing, learnt, ...row } of rows) known?.push({ ...row, batch });
    },
  };
  return Object.assign(Object.create(history), own);
}
