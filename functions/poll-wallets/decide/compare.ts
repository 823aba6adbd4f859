import type { Cursor } from '../../state/cursor.ts';
import { type KnownTransfers, knownTransfers } from '../../state/known-transfers.ts';
import { isUntold } from '../../state/rations.ts';
import {
  blockMarkOf,
  isOffChain,
  type LastRow,
  type NewRow,
  placeOf,
  positionOf,
  type Row,
  type RowStatus,
  silent,
} from '../../state/row.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { chainOrder, type KeyedTransfer, knownEquals } from '../../transfer/transfer-key.ts';
import { isOld } from '../../transfer/watch-start.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies } from '../poll-dependencies.ts';
import { isPast } from '../read/dealt-with.ts';
import { isLacked } from '../read/lacked-span.ts';
import { type PollRead, settledAfter } from '../read/poll-read.ts';
import { tellUnreadable } from './tell-unreadable.ts';

/** A transfer that no row knows. */
export interface FreshTransfer extends KeyedTransfer {
  /** 0, and one more each time it was taken back. */
  readonly reissue: number;
}

/** What a read shows that the ledger does not know. */
export interface News {
  /** To be judged, in chain order. */
  readonly fresh: readonly FreshTransfer[];
  /** What is written anew without a word: what stands elsewhere now, is missing from this read, or back from that. */
  readonly edits: readonly NewRow[];
  /** Told, and absent from two complete reads in a row: to be taken back. */
  readonly dropped: readonly Row[];
}

/** The news of a read: what was taken back elsewhere is looked up only where something is fresh. */
export async function compareWithLedger(
  watch: Watch,
  cursor: Cursor,
  read: PollRead,
  { history, clock }: Pick<PollDependencies, 'history' | 'clock'>,
): Promise<News> {
  const isKnown = ({ key }: KeyedTransfer) => read.known.has(key);
  const areKnown = read.transfers.every(isKnown) && read.ahead.every(isKnown);
  const takenBack = areKnown ? new Map() : knownTransfers(await history.takenBack(watch), cursor);
  const { edits, ...news } = compare(read, cursor, takenBack);
  return { ...news, edits: [...edits, ...tellUnreadable(read, watch, clock.now())] };
}

/**
 * Compares by transfer key, so that a late-indexed transfer is news and a re-organised one is not.
 * @param takenBack rows of transfers that were taken back, wherever they stood: news has its next id by them
 */
export function compare(read: PollRead, cursor: Cursor, takenBack: KnownTransfers): News {
  const fresh: FreshTransfer[] = [];
  const edits: NewRow[] = [];
  const shown = shownBy(read);
  for (const { key, transfer } of shown.values()) {
    const row = read.known.get(key);
    if (row === undefined || isOffChain(row.status)) {
      if (row !== undefined || isNews(transfer, cursor, read.begunAt))
        fresh.push({ key, transfer, reissue: reissueOf(row ?? takenBack.get(key)) });
    } else if (row.missed || isMoved(row, transfer)) edits.push(...standing(row, key, transfer));
  }
  // Above the stored block, whatever their own: the read that goes on will not show them.
  for (const { key, transfer } of read.ahead)
    if (!read.known.has(key) && isNews(transfer, cursor, read.begunAt))
      fresh.push({ key, transfer, reissue: reissueOf(takenBack.get(key)) });
  fresh.sort((a, b) => chainOrder(a.transfer, b.transfer));
  const dropped: Row[] = [];
  for (const row of absent(read, shown)) {
    if (!row.missed) edits.push(edited(row, { missed: true }));
    // Nobody was told of what still waits for its digest: it goes without a word.
    else if (isUntold(row, cursor.rations)) edits.push(edited(row, { status: 'dropped', missed: false }));
    else dropped.push(row);
  }
  return { fresh, edits, dropped };
}

/** What a read shows, by key. The transactions at the ends of what it speaks for it may show in part: they are there as a whole. */
function shownBy({ transfers, known, lacks }: PollRead): ReadonlyMap<string, KeyedTransfer> {
  const atEnds = transfers.filter(
    ({ key, transfer }) => lacks !== null && !isLacked(lacks, placeOf(key, transfer)),
  );
  const equals = knownEquals(atEnds, known).filter(({ key }) => !isOffChain(known.get(key)?.status));
  return new Map([...equals, ...transfers].map((one) => [one.key, one]));
}

/** Whether a transfer without a row is one that no poll has dealt with. */
function isNews(transfer: Transfer, { start, block }: Cursor, begunAt: number): boolean {
  const wasDealtWith = transfer.blockNumber <= (block ?? -1) && isPast(transfer, begunAt);
  return !wasDealtWith && start !== null && !isOld(transfer, start);
}

function reissueOf(row: Row | undefined): number {
  return row === undefined ? 0 : row.reissue + 1;
}

function isMoved({ place, blockMark, status }: Row, transfer: Transfer): boolean {
  if (status === 'moved') return false;
  if (place.block !== transfer.blockNumber) return true;
  const mark = blockMarkOf(transfer);
  return isReported(status) && mark !== '' && mark !== blockMark;
}

/**
 * The row of a transfer where it stands now, and one where it stood: once the new place is settled, the old one alone is read,
 * and what no longer stands there would be taken back.
 */
function standing(row: Row, key: string, transfer: Transfer): NewRow[] {
  const { blockTimestamp } = transfer;
  const minedAt = blockTimestamp === null ? row.minedAt : Math.floor(Date.parse(blockTimestamp) / 1_000);
  const now = edited(row, {
    place: placeOf(key, transfer),
    blockMark: blockMarkOf(transfer),
    minedAt,
    missed: false,
  });
  if (row.place.block === transfer.blockNumber) return [now];
  return [edited(row, { status: 'moved', missed: false }), now];
}

function edited(row: Row, change: Partial<Row>): NewRow {
  const { batch, ...rest } = row;
  const alertAt = row.alertAt ?? positionOf(row.place, batch);
  return { ...rest, alertAt, ...change, ...silent };
}

function isReported(status: RowStatus): boolean {
  return status === 'told' || status === 'waiting';
}

/** Transfers, told or waiting to be, of the blocks that the read speaks for, and that it does not show. */
function absent(read: PollRead, shown: ReadonlyMap<string, KeyedTransfer>): readonly Row[] {
  const { unreadable, known, lacks } = read;
  // What can't be read may be any of its block, and one without a block any at all.
  const unclear = new Set(unreadable.map(({ blockNumber }) => blockNumber));
  if (lacks === null || unclear.has(null)) return [];
  return known
    .values()
    .filter((row) => {
      const { key, block } = row.place;
      const isAbsent = !shown.has(key) && isLacked(lacks, row.place) && !unclear.has(block);
      return isReported(row.status) && isAbsent && !mayBeSettled(row, read);
    })
    .toArray();
}

/** What was ahead of the chain may by now stand in any block as old as itself, and a settled one is not read. */
function mayBeSettled(
  { place, minedAt }: LastRow,
  { plausibleTo, begunAt }: Pick<PollRead, 'plausibleTo' | 'begunAt'>,
): boolean {
  return place.block > plausibleTo && minedAt * 1_000 <= begunAt - settledAfter;
}

/** Whether a read missed a transfer: the next one shows it again, or it is taken back. @param after as rowsAfter has them */
export function isOneMissed(after: readonly LastRow[], read: PollRead): boolean {
  return after.some((row) => row.missed && !mayBeSettled(row, read));
}
