import type { EpochMilliseconds } from '../../chain/units.ts';
import { type Cursor, waitingDigests } from '../../state/cursor.ts';
import {
  blockMarkOf,
  isOffChain,
  isReported,
  type KnownTransfers,
  knownTransfers,
  type LedgerRow,
  type NewRow,
  noAlert,
  timeOf,
} from '../../state/ledger-row.ts';
import { placeOf, positionOf } from '../../state/place.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { chainOrder, type KeyedTransfer } from '../../transfer/transfer-key.ts';
import type { Poll } from '../dependencies.ts';
import { absent, shownBy } from '../read/part-of-read.ts';
import { isOld, isPast, type PollRead } from '../read/poll-read.ts';
import { unreadableRows } from './unreadable-entries.ts';

export interface FreshTransfer extends KeyedTransfer {
  readonly reissue: number;
}

export interface News {
  readonly fresh: readonly FreshTransfer[];
  /** Ledger rows other than those of fresh transfers. */
  readonly edits: readonly NewRow[];
  /** Reported transfers absent from two complete reads in a row: to be taken back. */
  readonly dropped: readonly LedgerRow[];
}

/** Rows of dropped transfers are read only if the read shows an unknown transfer. */
export async function compareWithLedger(
  cursor: Cursor,
  read: PollRead,
  { watch, history, clock }: Pick<Poll, 'watch' | 'history' | 'clock'>,
): Promise<News> {
  const isKnown = ({ key }: KeyedTransfer) => (read.known.get(key)?.status ?? 'moved') !== 'moved';
  const areKnown = read.transfers.every(isKnown) && read.ahead.every(isKnown);
  const takenBack = areKnown ? new Map() : knownTransfers(await history.takenBack(watch), cursor);
  const { edits, ...news } = compare(read, cursor, takenBack);
  return { ...news, edits: [...edits, ...unreadableRows(read, watch, clock.now())] };
}

/** Compares by transfer key: a late-indexed transfer is news, a re-organised one is not. @param takenBack dropped by the chain */
export function compare(read: PollRead, cursor: Cursor, takenBack: KnownTransfers): News {
  const fresh: FreshTransfer[] = [];
  const edits: NewRow[] = [];
  const shown = shownBy(read);
  const ahead = read.ahead.filter(({ key }) => !read.known.has(key));
  for (const { key, transfer } of [...shown.values(), ...ahead]) {
    const [shownAt, back] = [read.known.get(key), takenBack.get(key)];
    // The transfer may have moved to a settled block, whose rows are not read. If a re-org dropped it there, the dropped row counts.
    const isDroppedAgain = shownAt?.status === 'moved' && back !== undefined && back.batch > shownAt.batch;
    const row = isDroppedAgain ? back : shownAt;
    if (row !== undefined && !isOffChain(row.status)) {
      if (row.missed || isMoved(row, transfer)) edits.push(...standingRows(row, key, transfer, read.begunAt));
    } else if (row !== undefined || isNews(transfer, cursor, read.begunAt)) {
      const before = row ?? back;
      fresh.push({ key, transfer, reissue: before === undefined ? 0 : before.reissue + 1 });
    }
  }
  fresh.sort((a, b) => chainOrder(a.transfer, b.transfer));
  const dropped: LedgerRow[] = [];
  const waiting = new Set(waitingDigests(cursor.rations).map(({ digest }) => digest));
  for (const row of absent(read, shown, cursor)) {
    if (!row.missed) edits.push(changedRow(row, { missed: true }));
    // A transfer that waits for its digest was not reported: it is dropped without an alert.
    else if (row.status === 'waiting' && waiting.has(row.digest ?? ''))
      edits.push(changedRow(row, { status: 'dropped', missed: false }));
    else dropped.push(row);
  }
  return { fresh, edits, dropped };
}

/** A transfer without a row may also be an old one whose row has expired. */
function isNews(transfer: Transfer, { start, block }: Cursor, begunAt: EpochMilliseconds): boolean {
  const wasDealtWith = transfer.blockNumber <= (block ?? -1) && isPast(transfer, begunAt);
  return !wasDealtWith && start !== null && !isOld(transfer, start);
}

function isMoved({ place, blockMark, status }: LedgerRow, transfer: Transfer): boolean {
  if (status === 'moved') return false;
  if (place.block !== transfer.blockNumber) return true;
  const mark = blockMarkOf(transfer);
  return isReported(status) && mark !== '' && mark !== blockMark;
}

/** A transfer that moved gets a row at its old place too: polls that read only that row would take the transfer back. */
function standingRows(row: LedgerRow, key: string, transfer: Transfer, begunAt: EpochMilliseconds): NewRow[] {
  const { blockTimestamp } = transfer;
  const minedAt = blockTimestamp === null ? row.minedAt : Math.floor(timeOf(blockTimestamp, begunAt) / 1_000);
  const place = placeOf(key, transfer);
  const now = changedRow(row, { place, blockMark: blockMarkOf(transfer), minedAt, missed: false });
  if (row.place.block === transfer.blockNumber) return [now];
  return [changedRow(row, { status: 'moved', missed: false }), now];
}

function changedRow(row: LedgerRow, change: Partial<LedgerRow>): NewRow {
  const { batch, ...rest } = row;
  const alertAt = row.alertAt ?? positionOf(row.place, batch);
  return { ...rest, alertAt, ...change, ...noAlert };
}
