import { type BlockNumber, blockRange } from '../../chain/units.ts';
import type { Cursor, LongRead } from '../../state/cursor.ts';
import { isOffChain, isReported, type LedgerRow } from '../../state/ledger-row.ts';
import { blockPosition, type Place, placeOf } from '../../state/place.ts';
import type { SourcePage } from '../../transfer/source.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { dropRepeats, type KeyedTransfer, knownEquals, withKeys } from '../../transfer/transfer-key.ts';
import type { Collected, Shown } from './collect-pages.ts';
import { plausibleThrough } from './plausible-block.ts';
import {
  type BegunCursor,
  bringsNothing,
  type CoveredSpan,
  type PollRead,
  type ReadBasis,
  settledAfter,
} from './poll-read.ts';
import { ages } from './settle.ts';

/** A longer position is not stored: the read then continues from its lowest block. */
const longestPosition = 700;

export interface ReadBefore extends Omit<LongRead, 'position'> {
  /** Null: it begins at the chain's head. */
  readonly position: string | null;
  /** The transfers of its earlier parts, if this part completes it. */
  readonly earlier?: readonly Transfer[];
}

export function toPollRead(
  { transfers, unreadable, next, isCutShort, waitsFor, fault }: Collected,
  { earlier = [], ...before }: ReadBefore,
  { chain, cursor, known }: ReadBasis,
): PollRead {
  const { begunAt } = before;
  const all = [...transfers, ...earlier];
  const plausibleTo = plausibleThrough(all, cursor, chain, begunAt);
  const seen = ages(transfers, plausibleTo, begunAt);
  const [aged, young] = [Math.max(before.aged, seen.aged), Math.min(before.young, seen.young)];
  const blocks = transfers.map(({ blockNumber }) => blockNumber);
  const below = blocks.length === 0 ? before.below : blockRange(blocks).from;
  // A read that the plan cut short does not count as refused.
  const refusals = below === before.below && waitsFor === null ? before.refusals : 0;
  const position = next === null || next.length > longestPosition ? '' : next;
  return {
    begunAt,
    transfers: withKeys(dropRepeats(all)),
    ahead: [],
    unreadable,
    known,
    isEnded: next === null,
    isBelowOthers: before.isBelowOthers,
    covers: coveredBy(transfers, before, plausibleTo, next === null, cursor),
    reading: isCutShort ? { ...before, below, position, refusals, aged, young } : null,
    waitsFor,
    fault,
    plausibleTo,
    aged,
    young,
  };
}

function coveredBy(
  transfers: readonly Transfer[],
  { position, below }: Pick<ReadBefore, 'position' | 'below'>,
  plausibleTo: BlockNumber,
  isEnded: boolean,
  { settled }: BegunCursor,
): CoveredSpan | null {
  const ends = endsOf(transfers, plausibleTo);
  const from = isEnded ? aboveBlock(settled) : ends?.bottom;
  // A transfer with an impossible number may be in any block: only a read of all unsettled blocks proves it gone.
  const head = isEnded ? aboveAll : aboveBlock(plausibleTo);
  const to = position === null ? head : (ends?.top ?? (below === null ? undefined : belowBlock(below)));
  return from === undefined || to === undefined ? null : { from, to };
}

export const belowBlock = (block: BlockNumber) => blockPosition(block);
export const aboveBlock = (block: BlockNumber) => `${blockPosition(block)}#~`;
export const aboveAll = '~';

export function isCovered({ from, to }: CoveredSpan, place: Place): boolean {
  const transaction = transactionOf(place);
  return transaction > from && transaction < to;
}

/** The first and last transaction, which may be incomplete; if the source does not list in chain order, their whole blocks. */
export function endsOf(
  transfers: readonly Transfer[],
  plausibleTo: BlockNumber,
): { readonly top: string; readonly bottom: string } | null {
  const inReach = transfers.filter(({ blockNumber }) => blockNumber <= plausibleTo);
  const listed = inReach.map((one) => transactionOf(placeOf('', one)));
  const sorted = listed.toSorted();
  const [bottom, top] = [sorted[0], sorted.at(-1)];
  if (bottom === undefined || top === undefined) return null;
  if (listed.join() === sorted.toReversed().join()) return { top, bottom };
  return { top: belowBlock(blockOf(top)), bottom: aboveBlock(blockOf(bottom)) };
}

function transactionOf({ block, order }: Place): string {
  return `${blockPosition(block)}#${order.split('.')[0]}`;
}

function blockOf(transaction: string): BlockNumber {
  return Number(transaction.split('#')[0]);
}

/**
 * Whether a read can stop at this page. The read goes on while a known transfer is missing: a re-org may have moved it to a lower
 * block, or a page may have cut a block whose transactions come in another order.
 */
export function isLastPage(page: SourcePage, shown: Shown, before: ReadBefore, basis: ReadBasis): boolean {
  if (before.isFinalLook || !bringsNothing(page, basis, before.begunAt)) return false;
  const collected = { ...shown, next: page.next, isCutShort: false, waitsFor: null, fault: null };
  const read = toPollRead(collected, before, basis);
  return absent(read, shownBy(read), basis.cursor).length === 0;
}

/** By key. A transaction at either end of the span may be shown in part; it counts as complete. */
export function shownBy({ transfers, known, covers }: PollRead): ReadonlyMap<string, KeyedTransfer> {
  const atEnds = transfers.filter(
    ({ key, transfer }) => covers !== null && !isCovered(covers, placeOf(key, transfer)),
  );
  const equals = knownEquals(atEnds, known).filter(({ key }) => !isOffChain(known.get(key)?.status));
  return new Map([...equals, ...transfers].map((one) => [one.key, one]));
}

/** Reported rows in the read's span that the read lacks. Rows from before a change of `source` don't count: no re-org dropped them. */
export function absent(
  read: PollRead,
  shown: ReadonlyMap<string, KeyedTransfer>,
  { sourceSince }: Pick<Cursor, 'sourceSince'>,
): readonly LedgerRow[] {
  const { unreadable, known, covers, plausibleTo, begunAt } = read;
  // An unreadable entry may be any transfer of its block; one without a block may be any transfer at all.
  const unclear = new Set(unreadable.map(({ blockNumber }) => blockNumber));
  if (covers === null || unclear.has(null)) return [];
  return Array.from(known.values()).filter(({ place, minedAt, missed, status, batch }) => {
    // A transfer whose number was ahead of the chain may now be in a settled block, which is not read. A missed transfer holds up
    // settling, so the next read decides.
    const mayBeSettled = !missed && place.block > plausibleTo && minedAt * 1_000 <= begunAt - settledAfter;
    const isAbsent = !shown.has(place.key) && isCovered(covers, place) && !unclear.has(place.block);
    return isReported(status) && isAbsent && batch > sourceSince && !mayBeSettled;
  });
}
