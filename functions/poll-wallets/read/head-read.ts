import { randomUUID } from 'node:crypto';
import type { EpochMilliseconds } from '../../chain/units.ts';
import { once } from '../../runtime/once.ts';
import type { Cursor } from '../../state/cursor.ts';
import type { HistoryTable } from '../../state/history-table.ts';
import { type KnownTransfers, knownTransfers, type LedgerRow, withoutAlert } from '../../state/ledger-row.ts';
import { byPlace, placeOf } from '../../state/place.ts';
import type { SourcePage } from '../../transfer/source.ts';
import { dropRepeats, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Poll, StormTurn } from '../dependencies.ts';
import { collectPages, type LookAtPage, type Shown } from './collect-pages.ts';
import { hasNewTheft, mayBeTheft } from './look-ahead.ts';
import { isLastPage, toPollRead } from './part-of-read.ts';
import { type BegunCursor, type PollRead, settledAfter, unsettledBlocks } from './poll-read.ts';
import { noBlock } from './settle.ts';

type AskRows = () => Promise<KnownTransfers | null>;

/**
 * Reads from the chain's head down to a page without news, or to the settled block if the oldest unsettled row is due for its final
 * look. Null: the poll is idle (all blocks settled, nothing new), and does not query the ledger.
 */
export async function readHead(
  cursor: BegunCursor,
  poll: Pick<
    Poll,
    'watch' | 'limits' | 'coinThrough' | 'source' | 'isReadFromNode' | 'history' | 'clock' | 'turn'
  >,
): Promise<PollRead | null> {
  const { watch, limits, clock, coinThrough, turn } = poll;
  const begunAt = clock.now();
  // Blocks whose coin the node has not shown yet must not settle: settled blocks are not read again.
  const young = coinThrough == null ? noBlock : coinThrough + 1;
  const begun = { ...newRead(), begunAt, isBelowOthers: false, position: null, below: null, young };
  const comparedWith = (known: KnownTransfers, isFinalLook = false) =>
    [
      { ...begun, isFinalLook },
      { chain: watch.chain, cursor, known },
    ] as const;
  /** What all pages are compared with; null: the poll is idle. */
  const compareFirst = async (page: SourcePage, shown: Shown, rowsOnPage: AskRows) => {
    const isEmpty = page.transfers.length === 0 && page.unreadable.length === 0 && page.next === null;
    if (isEmpty && cursor.newest <= cursor.settled) return null;
    if (page.next === null) return comparedWith(await askLedger(cursor, poll));
    const isFinalLook = await isTimeForFinalLook(cursor, begunAt, poll);
    const few = isFinalLook ? null : await rowsOnPage();
    if (few !== null && isLastPage(page, shown, ...comparedWith(few))) return comparedWith(few);
    // A thief may have sent a page of dust after the theft.
    if ((await lowestRows(cursor, poll)).length === fewRows && (await hasNewTheft(cursor, poll))) turn.skip();
    return comparedWith(await askLedger(cursor, poll), isFinalLook);
  };
  const looked: { compared: ReturnType<typeof comparedWith> | null } = { compared: null };
  const lookAtPage: LookAtPage = async (page, shown) => {
    const onPage = once(() => knownOnPage(page, cursor, poll));
    const lowest = async () => knownTransfers(await lowestRows(cursor, poll), cursor);
    const [, basis] = looked.compared ?? [];
    const rowsOfPage = async () => basis?.known ?? (page.next === null ? lowest() : onPage());
    if (await showsNewTheft(page, rowsOfPage, cursor, watch)) turn.skip();
    looked.compared ??= await compareFirst(page, shown, onPage);
    return looked.compared === null || isLastPage(page, shown, ...looked.compared);
  };
  const pages = poll.source.pages({ ...unsettledBlocks(watch, cursor), position: null }, limits);
  const collected = await collectPages(pages, null, lookAtPage, clock, limits);
  return looked.compared && toPollRead(collected, ...looked.compared);
}

/** The random name keeps held rows of two workers apart. It is short because the cursor must stay under 2 KB. */
export const newRead = () => ({ name: randomUUID().slice(0, 8), refusals: 0, held: 0, aged: -1 });

/** The age at which all rows of a storm are read once more, rather than at each poll. */
const finalLookAfter = 2 * settledAfter;
/** Usually one of these is a transfer: a message that begins a watch, or a node's approval, may come before all transfers. */
const firstRows = 5;

export async function isTimeForFinalLook(
  { settled }: Cursor,
  begunAt: EpochMilliseconds,
  { watch, history }: Pick<Poll, 'watch' | 'history'>,
): Promise<boolean> {
  const isTransfer = ({ status }: LedgerRow) => status !== 'message';
  const lowest = await history.rowsAbove(watch, settled, firstRows);
  let oldest = lowest.find(isTransfer);
  if (oldest === undefined && lowest.length === firstRows)
    oldest = (await history.rowsAbove(watch, settled)).find(isTransfer);
  return oldest !== undefined && oldest.minedAt * 1_000 <= begunAt - finalLookAfter;
}

/** The rows from a page's lowest place on: in a storm this spares reading thousands. Null if the page is empty. */
export async function knownOnPage(
  { transfers, unreadable }: SourcePage,
  cursor: Cursor,
  { watch, history }: Pick<Poll, 'watch' | 'history'>,
): Promise<KnownTransfers | null> {
  const shown = transfers.map((one) => ({ place: placeOf('', one) }));
  const blocks = unreadable.flatMap(({ blockNumber: block }) =>
    block === null ? [] : [{ place: { block, order: '', key: '' } }],
  );
  const [lowest] = [...shown, ...blocks].sort(byPlace);
  return lowest === undefined ? null : knownTransfers(await history.rowsFrom(watch, lowest.place), cursor);
}

export async function askLedger(cursor: Cursor, { watch, history }: Pick<Poll, 'watch' | 'history'>) {
  return knownTransfers(await history.rowsAbove(watch, cursor.settled), cursor);
}

/** @param rowsOf queries at least the rows of the page's places; called only if the page may show a theft */
async function showsNewTheft(
  page: SourcePage,
  rowsOf: AskRows,
  cursor: Cursor,
  watch: Watch,
): Promise<boolean> {
  const mayBe = withKeys(dropRepeats(page.transfers)).filter((one) => mayBeTheft(one, watch));
  const thefts = mayBe.filter(({ transfer }) => transfer.blockNumber > cursor.settled);
  if (thefts.length === 0) return false;
  const rows = await rowsOf();
  return thefts.some(({ key }) => !rows?.has(key));
}

/** Fifty wallets with as many unsettled rows fit into a worker's memory. */
const fewRows = 2_000;

function lowestRows({ settled }: Cursor, { watch, history }: Pick<Poll, 'watch' | 'history'>) {
  return history.rowsAbove(watch, settled, fewRows);
}

/**
 * Queries the unsettled blocks once a poll. If another worker added valid rows meanwhile, this poll's next save would fail. The
 * rows of a storm are read in its turn.
 */
export function askingOnce(history: HistoryTable, turn: Pick<StormTurn, 'take'>): HistoryTable {
  let few: readonly LedgerRow[] | null = null;
  let known: LedgerRow[] | null = null;
  const readRest: HistoryTable['rowsAbove'] = async (watch, block) => {
    await turn.take();
    return history.rowsAbove(watch, block);
  };
  return {
    ...history,
    async rowsAbove(watch, block, upTo) {
      if (upTo !== undefined && upTo !== fewRows) return history.rowsAbove(watch, block, upTo);
      few ??= await history.rowsAbove(watch, block, fewRows);
      if (upTo === fewRows) return few;
      known ??= [...(few.length < fewRows ? few : await readRest(watch, block))];
      return known;
    },
    async put(watch, batch, rows) {
      await history.put(watch, batch, rows);
      for (const row of rows) known?.push({ ...withoutAlert(row), batch });
    },
  };
}
