import { placeOf } from '../../state/place.ts';
import { isOffChain, isReported, type Row } from '../../state/row.ts';
import type { SourcePage } from '../../transfer/source.ts';
import { type KeyedTransfer, knownEquals } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Collected } from './collect-pages.ts';
import { isLacked, partOf, type ReadBefore } from './part-of-read.ts';
import { type BegunCursor, bringsNothing, type PollRead, settledAfter } from './poll-read.ts';

/**
 * Whether a read can stop at this page, which brings nothing. While it lacks a known transfer it goes on: a re-org may have moved that
 * one to a lower block, or a page may have cut a block whose transactions come in another order.
 */
export function isLastPage(
  page: SourcePage,
  shown: Pick<Collected, 'transfers' | 'unreadable'>,
  before: Omit<ReadBefore, 'held'>,
  known: PollRead['known'],
  watch: Pick<Watch, 'chain'>,
  cursor: BegunCursor,
): boolean {
  if (before.isFinalLook || !bringsNothing(page, watch, cursor, known, before.begunAt)) return false;
  const collected = { ...shown, next: page.next, isCutShort: false, waitsFor: null };
  const read = partOf(collected, { ...before, held: [] }, known, watch, cursor);
  return absent(read, shownBy(read)).length === 0;
}

/** By key. A transaction at either end of the span may be shown in part; it counts as complete. */
export function shownBy({ transfers, known, lacks }: PollRead): ReadonlyMap<string, KeyedTransfer> {
  const atEnds = transfers.filter(
    ({ key, transfer }) => lacks !== null && !isLacked(lacks, placeOf(key, transfer)),
  );
  const equals = knownEquals(atEnds, known).filter(({ key }) => !isOffChain(known.get(key)?.status));
  return new Map([...equals, ...transfers].map((one) => [one.key, one]));
}

/** Reported or waiting transfers within the read's span that the read does not show. */
export function absent(read: PollRead, shown: ReadonlyMap<string, KeyedTransfer>): readonly Row[] {
  const { unreadable, known, lacks, plausibleTo, begunAt } = read;
  // An unreadable entry may be any transfer of its block; one without a block may be any transfer at all.
  const unclear = new Set(unreadable.map(({ blockNumber }) => blockNumber));
  if (lacks === null || unclear.has(null)) return [];
  return Array.from(known.values()).filter((row) => {
    const { place, minedAt, missed, status } = row;
    // A transfer whose number was ahead of the chain may now be in a settled block, which is not read. A missed transfer holds up
    // settling, so the next read decides.
    const mayBeSettled = !missed && place.block > plausibleTo && minedAt * 1_000 <= begunAt - settledAfter;
    const isAbsent = !shown.has(place.key) && isLacked(lacks, place) && !unclear.has(place.block);
    return isReported(status) && isAbsent && !mayBeSettled;
  });
}
