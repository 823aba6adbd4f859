import type { LongRead } from '../../state/cursor.ts';
import type { KnownTransfers } from '../../state/row.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { dropRepeats, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Collected } from './collect-pages.ts';
import { aboveAll, aboveBlock, belowBlock, endsOf, type LackedSpan } from './lacked-span.ts';
import { beyond, plausibleThrough } from './plausible-block.ts';
import type { BegunCursor, PollRead } from './poll-read.ts';
import { ages, highest, lowestBlock, lowest as lowestOf } from './settle.ts';

/** A longer position is not stored, to keep the cursor small: the read then continues from its lowest block. */
const longestPosition = 700;

/** A read's state before one of its parts. */
export interface ReadBefore extends Omit<LongRead, 'position'> {
  /** Null: it begins at the chain's head. */
  readonly position: string | null;
  /** The transfers of its earlier parts, if this part completes it. */
  readonly held: readonly Transfer[];
}

/** Combines the pages of one part with the parts before it. */
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
    // A read that stops at known rows, before the source ends, can't say what is absent below.
    lacks:
      next === null || isCutShort ? lackedBy(transfers, before, plausibleTo, next === null, cursor) : null,
    impossible: beyond(transfers, plausibleTo),
    reading:
      next === null || !isCutShort
        ? null
        : {
            ...before,
            below,
            position: next.length <= longestPosition ? next : '',
            // A try that the plan cuts short proves nothing.
            refusals: below === before.below && waitsFor === null ? before.refusals : 0,
            aged,
            young,
          },
    waitsFor,
    plausibleTo,
    aged,
    young,
  };
}

/** The span in which this part shows every transfer; null: none. */
function lackedBy(
  transfers: readonly Transfer[],
  { position, below }: Pick<ReadBefore, 'position' | 'below'>,
  plausibleTo: number,
  isEnded: boolean,
  { settled }: BegunCursor,
): LackedSpan | null {
  const ends = endsOf(transfers, plausibleTo);
  const from = isEnded ? aboveBlock(settled) : ends?.bottom;
  // A transfer with an impossible block number may be in any block: only a read of all unsettled blocks proves it gone.
  const head = isEnded ? aboveAll : aboveBlock(plausibleTo);
  const to = position === null ? head : (ends?.top ?? (below === null ? undefined : belowBlock(below)));
  return from === undefined || to === undefined ? null : { from, to };
}
