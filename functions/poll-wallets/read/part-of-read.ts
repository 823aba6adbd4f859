import type { LongRead } from '../../state/cursor.ts';
import type { KnownTransfers } from '../../state/known-transfers.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { dropRepeats, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Collected } from './collect-pages.ts';
import { aboveAll, aboveBlock, belowBlock, endsOf, type LackedSpan } from './lacked-span.ts';
import { beyond, plausibleThrough } from './plausible-block.ts';
import type { BegunCursor, PollRead } from './poll-read.ts';
import { ages, highest, lowestBlock, lowest as lowestOf } from './settle.ts';

/** A longer position is not kept, for a cursor is to stay small: the read then goes on from the block that it has come down to. */
const longestPosition = 700;

/** A read before one of its parts. */
export interface ReadBefore extends Omit<LongRead, 'position'> {
  /** Null: it begins at the chain's head. */
  readonly position: string | null;
  /** What its earlier parts have shown, where this one ends it. */
  readonly held: readonly Transfer[];
}

/** What the pages of one part say, with what the parts before it have left. */
export function partOf(
  { transfers, unreadable, next, isCutShort, waitsFor }: Collected,
  { held, ...before }: ReadBefore,
  known: KnownTransfers,
  { chain }: Pick<Watch, 'chain'>,
  cursor: BegunCursor,
): PollRead {
  const { begunAt } = before;
  const all = [...transfers, ...held];
  const plausibleTo = plausibleThrough(all, cursor, chain, begunAt);
  const seen = ages(transfers, plausibleTo, begunAt);
  const aged = highest(before.aged, seen.aged);
  const young = lowestOf(before.young, seen.young);
  const below = lowestBlock(transfers) ?? before.below;
  return {
    begunAt,
    transfers: withKeys(dropRepeats(all)),
    ahead: [],
    unreadable,
    known,
    isEnded: next === null,
    // A read that ends before the source does has come to what is known: what is absent it can't say.
    lacks:
      next === null || isCutShort ? lackedBy(transfers, before, plausibleTo, next === null, cursor) : null,
    impossible: beyond(transfers, plausibleTo),
    reading:
      next === null || !isCutShort
        ? null
        : { ...before, below, position: next.length <= longestPosition ? next : '', aged, young },
    waitsFor,
    plausibleTo,
    aged,
    young,
  };
}

/** Of what a part says what is not there; null: of nothing. */
function lackedBy(
  transfers: readonly Transfer[],
  { position, below }: Pick<ReadBefore, 'position' | 'below'>,
  plausibleTo: number,
  isEnded: boolean,
  { settled }: BegunCursor,
): LackedSpan | null {
  const ends = endsOf(transfers, plausibleTo);
  const from = isEnded ? aboveBlock(settled) : ends?.bottom;
  // What is ahead of the chain may stand in any block: only a read of all that is not settled lacks it.
  const head = isEnded ? aboveAll : aboveBlock(plausibleTo);
  const to = position === null ? head : (ends?.top ?? (below === null ? undefined : belowBlock(below)));
  return from === undefined || to === undefined ? null : { from, to };
}
