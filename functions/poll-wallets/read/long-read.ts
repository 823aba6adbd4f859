import type { LongRead } from '../../state/cursor.ts';
import { type NoSlot, PositionRefused } from '../../transfer/source-errors.ts';
import { dropRepeats, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { PollDependencies, PollLimits } from '../poll-dependencies.ts';
import { askLedger } from './ask-ledger.ts';
import { collectPages } from './collect-pages.ts';
import { bringsNothing } from './dealt-with.ts';
import { aboveBlock, belowBlock, endsOf } from './lacked-span.ts';
import { beyond, plausibleThrough } from './plausible-block.ts';
import { type BegunCursor, type PollRead, positionToKeep, unsettled } from './poll-read.ts';
import { ages, highest, lowestBlock, lowest as lowestOf } from './settle.ts';

type ReadDependencies = Pick<PollDependencies, 'source' | 'history' | 'clock'>;

/**
 * Goes on with a read that an earlier poll left: by the source's own position, or, where it takes that no more, from the block
 * down that the read has come to. What it shows is `held` in the ledger until the read is through.
 */
export async function readOn(
  watch: Watch,
  cursor: BegunCursor,
  reading: LongRead,
  deps: ReadDependencies,
  limits: PollLimits,
): Promise<PollRead> {
  const known = await askLedger(watch, cursor, deps);
  const isLast = (page: Parameters<typeof bringsNothing>[0]) =>
    !reading.isLastLook && bringsNothing(page, watch, cursor, known, reading.begunAt);
  const request = unsettled(watch, cursor);
  const collect = (part: { readonly to: number | null; readonly position: string | null }) =>
    collectPages(deps.source.pages({ ...request, ...part }, limits), isLast, deps.clock, limits);
  const { below: lowest, position } = reading;
  const anew = () => collect({ to: lowest, position: null });
  const going = position === '' ? anew() : collect({ to: null, position });
  const { transfers, unreadable, next, isCutShort, waitsFor } = await going.catch((error: unknown) => {
    if (!(error instanceof PositionRefused)) throw error;
    return anew();
  });
  const isEnded = next === null;
  const held = isCutShort ? [] : await deps.history.held(watch, reading.name);
  const all = [...transfers, ...held];
  const plausibleTo = plausibleThrough(all, cursor, watch.chain, reading.begunAt);
  const seen = ages(transfers, plausibleTo, reading.begunAt);
  const aged = highest(reading.aged, seen.aged);
  const young = lowestOf(reading.young, seen.young);
  const below = lowestBlock(transfers) ?? reading.below;
  const ends = endsOf(transfers, plausibleTo);
  const from = isEnded ? aboveBlock(cursor.settled) : ends?.bottom;
  const to = ends?.top ?? (reading.below === null ? undefined : belowBlock(reading.below));
  return {
    begunAt: reading.begunAt,
    transfers: withKeys(dropRepeats(all)),
    ahead: [],
    unreadable,
    known,
    isThrough: !isCutShort,
    isEnded,
    lacks: (isEnded || isCutShort) && from !== undefined && to !== undefined ? { from, to } : null,
    impossible: beyond(transfers, plausibleTo),
    reading:
      next === null || !isCutShort
        ? null
        : { ...reading, below, position: positionToKeep(next), aged, young },
    waitsFor,
    plausibleTo,
    aged,
    young,
  };
}

/** A read for which the plan has no call left now: it says nothing, and waits where it is. */
export async function readNothing(
  watch: Watch,
  cursor: BegunCursor,
  reading: LongRead,
  deps: Pick<ReadDependencies, 'history'>,
  { message }: NoSlot,
): Promise<PollRead> {
  const { begunAt, aged, young } = reading;
  return {
    begunAt,
    transfers: [],
    ahead: [],
    unreadable: [],
    known: await askLedger(watch, cursor, deps),
    isThrough: false,
    isEnded: false,
    lacks: null,
    impossible: [],
    reading,
    waitsFor: message,
    plausibleTo: plausibleThrough([], cursor, watch.chain, begunAt),
    aged,
    young,
  };
}
