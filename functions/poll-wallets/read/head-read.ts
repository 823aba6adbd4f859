import { randomUUID } from 'node:crypto';
import type { Cursor } from '../../state/cursor.ts';
import { type KnownTransfers, knownTransfers } from '../../state/known-transfers.ts';
import { beginOf, byPlace, placeOf } from '../../state/row.ts';
import type { PageRequest, ReadFrom, SourcePage } from '../../transfer/source.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { dropRepeats, withKeys } from '../../transfer/transfer-key.ts';
import { isOld, lagAllowance, type WatchStart } from '../../transfer/watch-start.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { collectPages } from './collect-pages.ts';
import { aboveAll, aboveBlock, endsOf } from './lacked-span.ts';
import { plausibleThrough } from './plausible-block.ts';
import { type PollRead, positionToKeep, settledAfter } from './poll-read.ts';
import { ages, lowest } from './settle.ts';

/** A cursor whose watch has begun. */
export type BegunCursor = Cursor & { readonly start: WatchStart };

/** Twice the time after which a block is settled: so each transfer of a storm is read again once or twice, and not each minute. */
const lastLookAfter = 2 * settledAfter;
/** What lies at or below the stored block and is older than this was dealt with, though its row may have expired. */
const rowsLast = 86_400_000;

type ReadDependencies = Pick<PollDependencies, 'source' | 'history' | 'clock'>;

/**
 * From the chain's head down, newest first, until nothing older is left or a page lies at or below the stored block and brings
 * nothing new. Once the oldest block that is not settled is old enough for its last look, down to the settled block.
 * @returns null where the wallet has nothing that is not settled: an idle poll asks the ledger nothing
 */
export async function readHead(
  watch: Watch,
  cursor: BegunCursor,
  deps: ReadDependencies,
  limits: PollLimits,
): Promise<PollRead | null> {
  const begunAt = deps.clock.now();
  let known: KnownTransfers | null = null;
  let isLastLook = false;
  const isLast = async (page: SourcePage): Promise<boolean> => {
    if (known === null) {
      const isEmpty = page.transfers.length === 0 && page.unreadable.length === 0 && page.next === null;
      if (isEmpty && cursor.newest <= cursor.settled) return true;
      if (page.next !== null) {
        isLastLook = await isTimeForLastLook(watch, cursor, begunAt, deps);
        known = isLastLook ? null : await knownOnPage(page, watch, cursor, deps);
        if (known !== null && bringsNothing(page, watch, cursor, known, begunAt)) return true;
      }
      known = await askLedger(watch, cursor, deps);
    }
    return !isLastLook && bringsNothing(page, watch, cursor, known, begunAt);
  };
  const pages = deps.source.pages({ ...unsettled(watch, cursor), position: null }, limits);
  const { transfers, unreadable, next, isCutShort, waitsFor } = await collectPages(
    pages,
    isLast,
    deps.clock,
    limits,
  );
  const asked = known as KnownTransfers | null;
  if (asked === null) return null;
  const own = withKeys(dropRepeats(transfers));
  const plausibleTo = plausibleThrough(transfers, cursor, watch.chain, begunAt);
  const isEnded = next === null;
  const seen = ages(transfers, plausibleTo, begunAt);
  const ends = endsOf(transfers, plausibleTo);
  return {
    begunAt,
    transfers: own,
    ahead: [],
    unreadable,
    known: asked,
    isThrough: !isCutShort,
    isEnded,
    lacks: isEnded
      ? { from: aboveBlock(cursor.settled), to: aboveAll }
      : isCutShort && ends !== null
        ? // What is ahead of the chain may stand in any block: only a read of all that is not settled lacks it.
          { from: ends.bottom, to: aboveBlock(plausibleTo) }
        : null,
    impossible: beyond(transfers, plausibleTo),
    reading:
      next === null || !isCutShort
        ? null
        : {
            name: randomUUID(),
            begunAt,
            below: lowestBlock(transfers),
            position: positionToKeep(next),
            isLastLook,
            ...seen,
          },
    waitsFor,
    plausibleTo,
    ...seen,
  };
}

/** Block numbers that the chain can't have reached, each once. */
export function beyond(transfers: readonly Transfer[], plausibleTo: number): readonly number[] {
  const blocks = transfers.map(({ blockNumber }) => blockNumber);
  return [...new Set(blocks.filter((block) => block > plausibleTo))];
}

/** The lowest block of what a poll's pages show; null where they show nothing. */
export function lowestBlock(transfers: readonly Transfer[]): number | null {
  return transfers.reduce<number | null>((least, { blockNumber }) => lowest(least, blockNumber), null);
}

/** The messages of a watch's beginning may stand below all transfers. */
const lowestRows = 5;

/** Once the oldest transfer that is not settled is so old. */
async function isTimeForLastLook(
  watch: Watch,
  { settled }: Cursor,
  begunAt: number,
  { history }: Pick<ReadDependencies, 'history'>,
): Promise<boolean> {
  const rows = await history.rowsAbove(watch, settled, lowestRows);
  const oldest = rows.find(({ status }) => status !== 'message');
  return oldest !== undefined && oldest.minedAt * 1_000 <= begunAt - lastLookAfter;
}

/**
 * What the ledger knows of the places that a page shows: enough to see that it brings nothing, in a storm of which all the rows
 * would be thousands. Null where the page shows nothing.
 */
async function knownOnPage(
  { transfers, unreadable }: SourcePage,
  watch: Watch,
  cursor: Cursor,
  { history }: Pick<ReadDependencies, 'history'>,
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
  { history }: Pick<ReadDependencies, 'history'>,
): Promise<KnownTransfers> {
  return knownTransfers(await history.rowsAbove(watch, cursor.settled), cursor);
}

/** All that is not settled. A watch whose first poll failed has no block to begin at, and begins at a time. */
export function unsettled(
  { wallet, chain }: Pick<Watch, 'wallet' | 'chain'>,
  { settled, start }: Pick<BegunCursor, 'settled' | 'start'>,
): Omit<PageRequest, 'position'> {
  const since = new Date(Date.parse(start.since) - lagAllowance);
  const from: ReadFrom = settled < 0 && start.timedTo === null ? { time: since } : { block: settled + 1 };
  return { wallet, chain, from, to: null };
}

/** Of a page below or at the stored block: all of it was dealt with. */
export function bringsNothing(
  { transfers }: SourcePage,
  { chain }: Pick<Watch, 'chain'>,
  cursor: BegunCursor,
  known: KnownTransfers,
  begunAt: number,
): boolean {
  const plausibleTo = plausibleThrough(transfers, cursor, chain, begunAt);
  // A page of entries that are unreadable or another wallet's says nothing of where it lies.
  if (transfers.length === 0) return false;
  return withKeys(transfers).every(({ key, transfer }) => {
    const { blockNumber } = transfer;
    const row = known.get(key);
    // A number that the chain can't have reached stands on top of every reply.
    if (blockNumber > (cursor.block ?? -1)) return row !== undefined && blockNumber > plausibleTo;
    if (row !== undefined) return row.status !== 'reverted';
    return isOld(transfer, cursor.start) || isPast(transfer, begunAt);
  });
}

/** Mined so long ago that its row may have expired: at or below the stored block that is never news. */
export function isPast({ blockTimestamp }: { readonly blockTimestamp: string | null }, now: number): boolean {
  return blockTimestamp !== null && Date.parse(blockTimestamp) <= now - rowsLast;
}
