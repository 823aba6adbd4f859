import { randomUUID } from 'node:crypto';
import type { Cursor } from '../../state/cursor.ts';
import type { KnownTransfers } from '../../state/known-transfers.ts';
import type { SourcePage } from '../../transfer/source.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { dropRepeats, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { askLedger, isTimeForLastLook, knownOnPage } from './ask-ledger.ts';
import { collectPages } from './collect-pages.ts';
import { bringsNothing } from './dealt-with.ts';
import { aboveAll, aboveBlock, endsOf, type LackedSpan } from './lacked-span.ts';
import { beyond, plausibleThrough } from './plausible-block.ts';
import { type BegunCursor, type PollRead, positionToKeep, unsettled } from './poll-read.ts';
import { ages, lowestBlock } from './settle.ts';

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
  const seen = ages(transfers, plausibleTo, begunAt);
  return {
    begunAt,
    transfers: own,
    ahead: [],
    unreadable,
    known: asked,
    isThrough: !isCutShort,
    isEnded: next === null,
    lacks: lackedBy(cursor, transfers, plausibleTo, { next, isCutShort }),
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

/** The blocks of which a read says what is not there; null: of none. */
function lackedBy(
  { settled }: Pick<Cursor, 'settled'>,
  transfers: readonly Transfer[],
  plausibleTo: number,
  { next, isCutShort }: { readonly next: string | null; readonly isCutShort: boolean },
): LackedSpan | null {
  if (next === null) return { from: aboveBlock(settled), to: aboveAll };
  const ends = isCutShort ? endsOf(transfers, plausibleTo) : null;
  // What is ahead of the chain may stand in any block: only a read of all that is not settled lacks it.
  return ends && { from: ends.bottom, to: aboveBlock(plausibleTo) };
}
