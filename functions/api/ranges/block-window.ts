import type { RangeRequest } from '../../transfer/source.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import type { TransferQuery } from '../transfer-pages.ts';

/** A span of blocks to be read whole. */
export interface BlockWindow {
  /** Lowest block; 0 while only a date bounds the read. */
  readonly from: number;
  /** Highest block; null: the chain's head. */
  readonly through: number | null;
  /** What is asked of the API. */
  readonly bounds: Pick<TransferQuery, 'from' | 'to'>;
  /** Blocks beyond those dealt with that the window spans, for the next window's size. */
  readonly span: number | null;
  /** The newest block that a read which was too full has shown: beyond it the next read is open again. */
  readonly newest: number;
  /** A window always ends beyond it, or reading would not go on. */
  readonly dealtWith: number;
  /** How many of its transfers are known: they are read again on top of what is new. */
  readonly known: number;
  /** A single block, which is read however many pages it has (see crowded-block.ts). */
  readonly indivisible: boolean;
}

/** A window is sized to be half as full as what could just be read, for the density of transfers varies. */
const fill = 0.5;
/** How much a window grows behind one that was read whole. */
const growth = 2;

/** All that a request asks for. */
export function windowOf({ from, through, dealtWith, known }: RangeRequest): BlockWindow {
  const first = from !== null && 'block' in from ? from.block : 0;
  const start = from === null ? null : 'block' in from ? from : { date: from.time };
  return {
    from: first,
    through,
    bounds: {
      ...(start === null ? {} : { from: start }),
      ...(through === null ? {} : { to: { block: through } }),
    },
    span: through === null ? null : through - first + 1,
    newest: through ?? 0,
    dealtWith,
    known: known(first),
    indivisible: false,
  };
}

/** The window behind one that was read whole and ended before the newest block that is known; null where there is none. */
export function windowBehind(before: BlockWindow, known: RangeRequest['known']): BlockWindow | null {
  if (before.span === null || before.through === null || before.through >= before.newest) return null;
  return ending({
    from: before.through + 1,
    newest: before.newest,
    dealtWith: before.through,
    span: before.span * growth,
    known: known(before.through + 1),
  });
}

/** So many times the blocks that a read has shown: what is older than that is likely to be empty. */
const farther = 64;

/**
 * A smaller window at the old end of one that was too full: half of what the density of its transfers suggests, or all
 * that is below, where a single block holds them all. Where far more blocks lie below than the transfers take, all but the
 * newest of those: from the chain's first block on, windows that double would take twenty calls to get to a storm, and begin
 * anew at each poll that has time for fewer.
 * @param transfers the newest of its transfers: they tell how dense it is and how many one read holds
 */
export function narrowed(window: BlockWindow, transfers: readonly Transfer[]): BlockWindow {
  const dealtWith = Math.max(window.dealtWith, window.from - 1);
  const blocks = transfers.map(({ blockNumber }) => blockNumber);
  const first = blocks.reduce((lowest, block) => Math.min(lowest, block), blocks[0] ?? dealtWith);
  const last = blocks.reduce((highest, block) => Math.max(highest, block), first);
  const newest = Math.max(window.newest, last);
  const span = first === last ? first - 1 - dealtWith : Math.max(1, Math.floor((last - first + 1) * fill));
  const leap = Math.max(farther * (last - first + 1), newest - first);
  const below = first - 1 - leap - dealtWith;
  const leaps = first !== last && below > leap;
  // Not even the next block fits with all that is read again before it: read that block alone.
  if (!leaps && (span < 1 || window.span === 1)) return { ...oneBlock(dealtWith + 1), newest };
  const smaller = window.span === null ? span : Math.max(1, Math.min(span, Math.floor(window.span / 4)));
  return ending({
    from: window.from,
    newest,
    dealtWith,
    span: leaps ? below : smaller,
    known: window.known,
  });
}

/**
 * The older half of a window that holds a transfer too large to be read, down to the block of that transfer: what stands before and
 * behind it is read as ever.
 * @param newest a block that is known to be mined, at that transfer or behind it
 */
export function halved(window: BlockWindow, newest: number): BlockWindow {
  const dealtWith = Math.max(window.dealtWith, window.from - 1);
  const blocks = Math.min(window.through ?? newest, newest) - dealtWith;
  if (blocks <= 1) return { ...oneBlock(dealtWith + 1), newest };
  return ending({ from: window.from, newest, dealtWith, span: Math.floor(blocks / 2), known: window.known });
}

/** A single block, to be read whole however many pages it has. */
export function oneBlock(block: number): BlockWindow {
  const bounds = { from: { block }, to: { block } };
  return {
    from: block,
    through: block,
    bounds,
    span: 1,
    newest: block,
    dealtWith: block - 1,
    known: 0,
    indivisible: true,
  };
}

function ending(
  window: Pick<BlockWindow, 'from' | 'newest' | 'dealtWith' | 'known'> & { readonly span: number },
): BlockWindow {
  // Not beyond what is known to be mined: what is mined there later would count as read.
  const through = Math.min(window.dealtWith + window.span, Math.max(window.newest, window.dealtWith + 1));
  const bounds = { from: { block: window.from }, to: { block: through } };
  return { ...window, through, bounds, indivisible: false };
}
