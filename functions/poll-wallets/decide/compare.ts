import { hash } from 'node:crypto';
import { alertId } from '../../alert/alert-id.ts';
import { composeUnreadableAlert } from '../../alert/compose/compose-events.ts';
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
  quietRow,
  type RowStatus,
  silent,
  timeOf,
} from '../../state/ledger-row.ts';
import { endOfBlock, placeOf, positionOf } from '../../state/place.ts';
import type { UnreadableTransfer } from '../../transfer/source.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { chainOrder, type KeyedTransfer } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Poll } from '../dependencies.ts';
import { absent, shownBy } from '../read/part-of-read.ts';
import { isOld, isPast, type PollRead } from '../read/poll-read.ts';

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
  return { ...news, edits: [...edits, ...tellUnreadable(read, watch, clock.now())] };
}

/** Compares by transfer key: a late-indexed transfer is news, a re-organised one is not. @param takenBack dropped by the chain */
export function compare(read: PollRead, cursor: Cursor, takenBack: KnownTransfers): News {
  const fresh: FreshTransfer[] = [];
  const edits: NewRow[] = [];
  const shown = shownBy(read);
  const ahead = read.ahead.filter(({ key }) => !read.known.has(key));
  for (const { key, transfer } of [...shown.values(), ...ahead]) {
    const [shownAt, back] = [read.known.get(key), takenBack.get(key)];
    // The place that it moved to may be in a settled block, whose rows are not read. If a re-org dropped it there, that row counts.
    const isBack = shownAt?.status === 'moved' && back !== undefined && back.batch > shownAt.batch;
    const row = isBack ? back : shownAt;
    if (row !== undefined && !isOffChain(row.status)) {
      if (row.missed || isMoved(row, transfer)) edits.push(...standing(row, key, transfer, read.begunAt));
    } else if (row !== undefined || isNews(transfer, cursor, read.begunAt)) {
      const before = row ?? back;
      fresh.push({ key, transfer, reissue: before === undefined ? 0 : before.reissue + 1 });
    }
  }
  fresh.sort((a, b) => chainOrder(a.transfer, b.transfer));
  const dropped: LedgerRow[] = [];
  const waiting = new Set(waitingDigests(cursor.rations).map(({ digest }) => digest));
  for (const row of absent(read, shown, cursor)) {
    if (!row.missed) edits.push(edited(row, { missed: true }));
    // A transfer that waits for its digest was not reported: it is dropped without an alert.
    else if (row.status === 'waiting' && waiting.has(row.digest ?? ''))
      edits.push(edited(row, { status: 'dropped', missed: false }));
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
function standing(row: LedgerRow, key: string, transfer: Transfer, begunAt: EpochMilliseconds): NewRow[] {
  const { blockTimestamp } = transfer;
  const minedAt = blockTimestamp === null ? row.minedAt : Math.floor(timeOf(blockTimestamp, begunAt) / 1_000);
  const place = placeOf(key, transfer);
  const now = edited(row, { place, blockMark: blockMarkOf(transfer), minedAt, missed: false });
  if (row.place.block === transfer.blockNumber) return [now];
  return [edited(row, { status: 'moved', missed: false }), now];
}

function edited(row: LedgerRow, change: Partial<LedgerRow>): NewRow {
  const { batch, ...rest } = row;
  const alertAt = row.alertAt ?? positionOf(row.place, batch);
  return { ...rest, alertAt, ...change, ...silent };
}

/** The last alert says how many more entries there were. */
const maxTold = 3;
const maxRows = 100;
/** Stands for a missing block number. It is so high that every poll reads the entry's row. */
const nowhere = 9_999_999_999_999;

/** The rows of unreadable entries. The first poll that sees an entry records it, and the second one reports it. */
export function tellUnreadable(
  { unreadable, known }: PollRead,
  watch: Watch,
  now: EpochMilliseconds,
): NewRow[] {
  const entries = new Map(unreadable.map((entry) => [keyOf(entry), entry]));
  const met = Array.from(entries, ([key, entry]) => ({ key, entry, before: known.get(key)?.status }));
  const first = met.filter(({ before }) => before === undefined).slice(0, maxRows);
  const second = met.filter(({ before }) => before === 'odd').slice(0, maxRows);
  const reported = second.slice(0, maxTold);
  const detectedAt = new Date(now).toISOString();
  const rowOf = (status: RowStatus, { key, entry }: (typeof met)[number]) =>
    quietRow(endOfBlock(entry.blockNumber ?? nowhere, key), status, now);
  return [
    ...first.map((one) => rowOf('odd', one)),
    ...second.map((one, i) => {
      const row = rowOf('unreadable', one);
      if (i >= maxTold) return row;
      const others = i === reported.length - 1 ? second.length - reported.length : 0;
      const id = alertId('unreadable', watch.chain.id, watch.wallet, one.key);
      const alert = composeUnreadableAlert({ watch, entry: one.entry, others, id, detectedAt });
      return { ...row, alert, turn: 0 };
    }),
  ];
}

function keyOf({ transactionHash, blockNumber, reason }: UnreadableTransfer): string {
  const text = JSON.stringify([transactionHash, blockNumber, reason]);
  return `?${hash('sha256', text, 'base64url').slice(0, 22)}`;
}
