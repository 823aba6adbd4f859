import type { BlockNumber } from '../../chain/units.ts';
import { inBatches } from '../../runtime/batches.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Cursor, LongRead } from '../../state/cursor.ts';
import {
  type LastRow,
  latencyStart,
  messageRow,
  type NewRow,
  transferRow,
  withoutAlert,
} from '../../state/ledger-row.ts';
import { placeOf } from '../../state/place.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { type KeyedTransfer, movedBy } from '../../transfer/transfer-key.ts';
import type { Poll } from '../dependencies.ts';
import { anewBelow } from '../read/long-read.ts';
import { mayBeTheft } from '../read/look-ahead.ts';
import { isCovered } from '../read/part-of-read.ts';
import type { PollRead } from '../read/poll-read.ts';
import type { News } from './compare.ts';
import { digestOf } from './digests.ts';
import type { JudgedTransfer } from './judge-transfer.ts';
import { sideOf } from './rations.ts';

/** Maximum of each kind of news: DynamoDB writes the rows of a batch before its lease ends. */
const maxInBatch = 2_500;

interface Batch extends News {
  readonly events: readonly NewRow[];
  /** The block of the next batch's first transfer. Infinite: the next batch has only other rows. Undefined: there is no next batch. */
  readonly next: BlockNumber | undefined;
}

/** News in chain order; at least one batch. Dropped transfers beyond the first batch stay missed: later polls take them back. */
export function batchesOf(news: News, firstRows: readonly NewRow[], events: readonly NewRow[] = []): Batch[] {
  const parts = inBatches(news.fresh, maxInBatch);
  // Both rows of a transfer that moved are in one batch.
  const edits = inBatches([...Map.groupBy(news.edits, ({ place }) => place.key).values()], maxInBatch);
  const isInDigest = ({ status }: LastRow) => Number(status === 'waiting');
  const dropped = news.dropped.toSorted((a, b) => isInDigest(a) - isInDigest(b)).slice(0, maxInBatch);
  // The cursor may have to move, even without news.
  const count = Math.max(parts.length, edits.length, 1);
  return Array.from({ length: count }, (_, i) => ({
    fresh: parts[i] ?? [],
    edits: [...(i === 0 ? firstRows : []), ...(edits[i] ?? []).flat()],
    dropped: i === 0 ? dropped : [],
    events: i === 0 ? events : [],
    next: i + 1 === count ? undefined : (parts[i + 1]?.[0]?.transfer.blockNumber ?? Number.POSITIVE_INFINITY),
  }));
}

/**
 * Until the read is complete only thefts are reported. Transactions with any other new transfer are held, and held whole,
 * because equal transfers are numbered. A transaction at either end of a part is held too: it may go on in the next part.
 */
export function holdBack(
  news: News,
  { reading, transfers, covers }: Pick<PollRead, 'reading' | 'transfers' | 'covers'>,
  { watch, mostHeld, clock }: Pick<Poll, 'watch' | 'mostHeld' | 'clock'>,
): { readonly news: News; readonly held: readonly Transfer[]; readonly reading: LongRead | null } {
  if (reading === null) return { news, held: [], reading };
  const thefts = new Set(news.fresh.filter((one) => mayBeTheft(one, watch)));
  const open = new Set(news.fresh.filter((one) => !thefts.has(one)).map(({ transfer }) => movedBy(transfer)));
  const isHeld = ({ key, transfer }: KeyedTransfer) =>
    open.has(movedBy(transfer)) || (covers !== null && !isCovered(covers, placeOf(key, transfer)));
  const held = transfers.filter(isHeld).map(({ transfer }) => transfer);
  const toReport = { ...news, fresh: [...thefts] };
  const going = { ...reading, held: reading.held + held.length };
  const isAbove = ({ transfer }: KeyedTransfer) => transfer.blockNumber > (reading.below ?? 0);
  // A block can't be divided: it may have more transfers.
  if (going.held > mostHeld && transfers.some(isAbove))
    return { news: toReport, held: [], reading: anewBelow(reading, clock.now()) };
  return { news: toReport, held, reading: going };
}

export function rowsAfter(before: readonly LastRow[], written: readonly NewRow[]): LastRow[] {
  const after = new Map(before.map((row) => [row.place.key, row]));
  for (const row of written)
    if (row.status !== 'message' && row.status !== 'moved') after.set(row.place.key, withoutAlert(row));
  return [...after.values()];
}

/** Rows in chain order, each warning before its transfer. */
export function rowsOfBatch(
  judged: readonly JudgedTransfer[],
  cursor: Pick<Cursor, 'rations' | 'version'>,
  { now }: Pick<Clock, 'now'>,
): NewRow[] {
  const at = now();
  return judged.flatMap((one) => {
    const { key, transfer, outcome, format, reissue, alert, warning, paid, imitations } = one;
    const waits = format === 'digest' || format === 'next digest';
    const hasOwnAlert = outcome === 'told' && !waits;
    const { blockNumber, blockTimestamp } = transfer;
    const teaches = paid !== null || imitations.length > 0 || warning !== null;
    const warnedOn = warning === null ? null : warning.detectedAt.slice(0, 10);
    const row: NewRow = {
      ...transferRow(key, transfer, waits ? 'waiting' : outcome, at),
      reissue,
      digest: waits ? digestOf(cursor, sideOf(one.described.direction)) : null,
      alert,
      turn: hasOwnAlert ? 0 : null,
      outgoing: hasOwnAlert ? latencyStart(blockTimestamp) : {},
      learnt: teaches ? [{ paid, imitations, warnedOn }] : [],
    };
    return warning === null ? [row] : [messageRow(warning, blockNumber, blockTimestamp, at), row];
  });
}

/** Puts each event of a node behind the transfers of its block. Events keep their order, even if a re-org moved one to a lower block. */
export function withEvents(transferRows: readonly NewRow[], events: readonly NewRow[]): readonly NewRow[] {
  let block = 0;
  const placed = transferRows.map((row) => ({ row, block: row.place.block }));
  for (const row of events) {
    block = Math.max(block, row.place.block);
    placed.push({ row, block });
  }
  return placed.sort((a, b) => a.block - b.block).map(({ row }) => row);
}

/** Numbers the messages of a batch, so that every worker publishes them in the same order. */
export function inTurn(rows: readonly NewRow[]): NewRow[] {
  let turn = 0;
  return rows.map((row) => ({ ...row, turn: row.turn === null || row.alert === null ? null : turn++ }));
}
