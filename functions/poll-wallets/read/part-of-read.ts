import type { BlockNumber } from '../../chain/units.ts';
import type { LongRead } from '../../state/cursor.ts';
import { blockPosition, type Place, placeOf } from '../../state/place.ts';
import type { KnownTransfers } from '../../state/row.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import { dropRepeats, withKeys } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Collected } from './collect-pages.ts';
import { beyond, plausibleThrough } from './plausible-block.ts';
import type { BegunCursor, LackedSpan, PollRead } from './poll-read.ts';
import { ages, highest, lowestBlock, lowest as lowestOf } from './settle.ts';

/** A longer position is not stored: the read then continues from its lowest block. */
const longestPosition = 700;

export interface ReadBefore extends Omit<LongRead, 'position'> {
  /** Null: it begins at the chain's head. */
  readonly position: string | null;
  /** The transfers of its earlier parts, if this part completes it. */
  readonly held: readonly Transfer[];
}

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
    lacks: lackedBy(transfers, before, plausibleTo, next === null, cursor),
    impossible: beyond(transfers, plausibleTo),
    reading:
      next === null || !isCutShort
        ? null
        : {
            ...before,
            below,
            position: next.length <= longestPosition ? next : '',
            // A try that the plan cut short does not count.
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

function lackedBy(
  transfers: readonly Transfer[],
  { position, below }: Pick<ReadBefore, 'position' | 'below'>,
  plausibleTo: BlockNumber,
  isEnded: boolean,
  { settled }: BegunCursor,
): LackedSpan | null {
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

export function isLacked({ from, to }: LackedSpan, place: Place): boolean {
  const transaction = transactionOf(place);
  return transaction > from && transaction < to;
}

/** The first and last transaction, which may be incomplete; if the source does not list in chain order, their whole blocks. */
export function endsOf(
  transfers: readonly Transfer[],
  plausibleTo: BlockNumber,
): { readonly top: string; readonly bottom: string } | null {
  const inReach = transfers.filter(({ blockNumber }) => blockNumber <= plausibleTo);
  if (inReach.length === 0) return null;
  const listed = inReach.map((one) => transactionOf(placeOf('', one)));
  const sorted = listed.toSorted();
  const [bottom = '', top = ''] = [sorted[0], sorted.at(-1)];
  const isInOrder = listed.every((one, i) => i === 0 || one <= (listed[i - 1] ?? ''));
  if (isInOrder) return { top, bottom };
  return { top: belowBlock(blockOf(top)), bottom: aboveBlock(blockOf(bottom)) };
}

function transactionOf({ block, order }: Place): string {
  return `${blockPosition(block)}#${order.split('.')[0]}`;
}

function blockOf(transaction: string): BlockNumber {
  return Number(transaction.split('#')[0]);
}
