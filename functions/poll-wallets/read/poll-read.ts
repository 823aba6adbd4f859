import type { BlockNumber, EpochMilliseconds, IsoTime } from '../../chain/units.ts';
import type { Cursor, LongRead, WatchStart } from '../../state/cursor.ts';
import { isOffChain, type KnownTransfers } from '../../state/ledger-row.ts';
import type { PageRequest, ReadFrom, SourcePage, UnreadableTransfer } from '../../transfer/source.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { type KeyedTransfer, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import { plausibleThrough } from './plausible-block.ts';

export type BegunCursor = Cursor & { readonly start: WatchStart };

/** The state and the rows that a read is compared with. */
export interface ReadBasis extends Pick<Watch, 'chain'> {
  readonly cursor: BegunCursor;
  readonly known: KnownTransfers;
}

/** The positions between which the read shows every transfer on the chain, both ends excluded. */
export interface CoveredSpan {
  readonly from: string;
  readonly to: string;
}

export interface PollRead {
  /** When the read began, perhaps in an earlier poll. */
  readonly begunAt: EpochMilliseconds;
  /** Oldest first. A complete read has the transfers of all its polls. */
  readonly transfers: readonly KeyedTransfer[];
  /** Transfers that only a look ahead has shown. */
  readonly ahead: readonly KeyedTransfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  readonly known: KnownTransfers;
  /** The read reached the settled block. */
  readonly isEnded: boolean;
  /** Later blocks are left to another read. */
  readonly isBelowOthers: boolean;
  readonly covers: CoveredSpan | null;
  /** The place at which the next part continues; null: this part was the last. */
  readonly reading: LongRead | null;
  readonly waitsFor: string | null;
  readonly fault: Error | null;
  readonly plausibleTo: BlockNumber;
  /** When the read began: the highest block old enough to be settled, and the lowest block too young for it. */
  readonly aged: BlockNumber;
  readonly young: BlockNumber;
}

/** The next stored block; -1 if the read is incomplete or empty. */
export function throughBlock(read: PollRead): BlockNumber {
  return read.reading === null ? highestShown(read) : -1;
}

export function highestShown({
  transfers,
  plausibleTo,
}: Pick<PollRead, 'transfers' | 'plausibleTo'>): BlockNumber {
  const blocks = transfers.map(({ transfer }) => transfer.blockNumber);
  return blocks.reduce((top, block) => (block <= plausibleTo ? Math.max(top, block) : top), -1);
}

/** Milliseconds until a block settles: re-orgs and late indexing are over by then. The polls after activity (marks.ts) must end later. */
export const settledAfter = 300_000;

/** Milliseconds: the API lags behind the chain, so transfers mined this shortly before the start are not old. */
const lagAllowance = 120_000;

export function isOld(
  { blockNumber, blockTimestamp }: Pick<Transfer, 'blockNumber' | 'blockTimestamp'>,
  start: WatchStart,
): boolean {
  if (blockNumber < start.block) return true;
  if (blockTimestamp === null || (start.timedTo !== null && blockNumber > start.timedTo)) return false;
  return Date.parse(blockTimestamp) < Date.parse(start.since) - lagAllowance;
}

/** By time if the first poll failed and no block is known. */
export function unsettledBlocks(
  { wallet, chain }: Pick<Watch, 'wallet' | 'chain'>,
  { settled, start }: Pick<BegunCursor, 'settled' | 'start'>,
): Omit<PageRequest, 'position'> {
  const since = new Date(Date.parse(start.since) - lagAllowance);
  const from: ReadFrom = settled < 0 && start.timedTo === null ? { time: since } : { block: settled + 1 };
  return { wallet, chain, from, to: null };
}

/** Older transfers up to the stored block were dealt with, even if their rows have expired. */
export const pastAfter = 86_400_000;

export function bringsNothing(
  { transfers }: SourcePage,
  { chain, cursor, known }: ReadBasis,
  begunAt: EpochMilliseconds,
): boolean {
  const plausibleTo = plausibleThrough(transfers, cursor, chain, begunAt);
  // A page of unreadable entries, or of another wallet's, does not show which blocks it covers.
  if (transfers.length === 0) return false;
  return withKeys(transfers).every(({ key, transfer }) => {
    const { blockNumber } = transfer;
    const row = known.get(key);
    // An impossible block number sorts before all others in every reply.
    if (blockNumber > (cursor.block ?? -1)) return row !== undefined && blockNumber > plausibleTo;
    if (row !== undefined) return !isOffChain(row.status);
    return isOld(transfer, cursor.start) || isPast(transfer, begunAt);
  });
}

export function isPast(
  { blockTimestamp }: { readonly blockTimestamp: IsoTime | null },
  now: EpochMilliseconds,
): boolean {
  return blockTimestamp !== null && Date.parse(blockTimestamp) <= now - pastAfter;
}
