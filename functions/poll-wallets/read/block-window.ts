import type { Chain } from '../../chain/chains.ts';
import type { WalletState } from '../../state/wallet-state.ts';
import { lagAllowance } from '../../transfer/compare-with-seen.ts';
import type { Bound, TransferQuery } from '../../transfer/source.ts';
import type { KeyedTransfer } from '../../transfer/transfer-key.ts';
import type { Watch } from '../../wallet/watch.ts';

/** A span of blocks to be read whole. */
export interface BlockWindow {
  /** Lowest block; 0 while only a date bounds the read. */
  readonly from: number;
  /** Highest block; null: the chain's head. */
  readonly through: number | null;
  /** What is asked of the API. */
  readonly bounds: Pick<TransferQuery, 'from' | 'to'>;
  /** Blocks beyond the stored one that the window spans, for the next window's size. */
  readonly span: number | null;
  /** The newest block that a read which was too full has shown: beyond it the next read is open again. */
  readonly newest: number;
  /** The stored block: a window always ends beyond it, or reading would not go on. */
  readonly stored: number;
  /** How many of its transfers were seen before: they are read again on top of what is new. */
  readonly seen: number;
  /** A single block, which is read however many pages it has (see crowded-block.ts). */
  readonly indivisible: boolean;
}

/** A window is sized to be half as full as what could just be read, for the density of transfers varies. */
const fill = 0.5;
/** How much a window grows behind one that was read whole. */
const growth = 2;

/** From where the wallet's last read ended, less what is read again, to the chain's head. */
export function openWindow(watch: Watch, state: WalletState): BlockWindow {
  const stored = state.block ?? 0;
  const lower = lowerBound(watch, state);
  const bounds = lower === null ? {} : { from: lower };
  const from = lower !== null && 'block' in lower ? lower.block : 0;
  const seen = seenSince(from, state);
  return { from, through: null, bounds, span: null, newest: 0, stored, seen, indivisible: false };
}

/** The dense blocks up to this one, for their last look. */
export function closingWindow(state: WalletState, through: number): BlockWindow {
  const { seenFrom: from } = state;
  const bounds = { from: { block: from }, to: { block: through } };
  const seen = seenSince(from, state);
  return {
    from,
    through,
    bounds,
    span: through - from + 1,
    newest: through,
    stored: from - 1,
    seen,
    indivisible: false,
  };
}

/** The window behind one that was read whole and ended before the newest block that is known; null where there is none. */
export function windowBehind(before: BlockWindow, state: WalletState): BlockWindow | null {
  if (before.span === null || before.through === null || before.through >= before.newest) return null;
  return ending({
    ...before,
    from: before.through + 1,
    stored: before.through,
    span: before.span * growth,
    seen: seenSince(before.through + 1, state),
  });
}

/**
 * A smaller window at the old end of one that was too full: half of what the density of its transfers suggests, or all
 * that is below, where a single block holds them all.
 * @param transfers the newest of its transfers, oldest first: they tell how dense it is and how many one read holds
 */
export function narrowed(window: BlockWindow, transfers: readonly KeyedTransfer[]): BlockWindow {
  const stored = Math.max(window.stored, window.from - 1);
  const first = transfers[0]?.transfer.blockNumber ?? stored;
  const last = transfers.at(-1)?.transfer.blockNumber ?? first;
  const newest = Math.max(window.newest, last);
  const span = first === last ? first - 1 - stored : Math.max(1, Math.floor((last - first + 1) * fill));
  // Not even the next block fits with all that is read again before it: read that block alone.
  if (span < 1 || window.span === 1) return { ...oneBlock(stored + 1), newest };
  const smaller = window.span === null ? span : Math.max(1, Math.min(span, Math.floor(window.span / 4)));
  return ending({
    ...window,
    newest,
    stored,
    span: smaller,
  });
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
    stored: block - 1,
    seen: 0,
    indivisible: true,
  };
}

function ending(
  window: Pick<BlockWindow, 'from' | 'newest' | 'stored' | 'seen'> & { span: number },
): BlockWindow {
  // Not beyond what is known to be mined: what is mined there later would count as read.
  const through = Math.min(window.stored + window.span, Math.max(window.newest, window.stored + 1));
  const bounds = { from: { block: window.from }, to: { block: through } };
  return { ...window, through, bounds, indivisible: false };
}

function seenSince(block: number, { seen }: WalletState): number {
  return seen
    .values()
    .filter((one) => one.block >= block && one.status !== 'reverted')
    .toArray().length;
}

function lowerBound(watch: Watch, state: WalletState): Bound | null {
  if (state.start === null && watch.fromBlock !== null) return { block: watch.fromBlock };
  const block = state.start === null ? null : rescanFrom(state, watch.chain);
  const since = state.start?.since ?? state.firstTry?.at ?? null;
  if (block !== null || since === null) return block === null ? null : { block };
  return { date: new Date(Date.parse(since) - lagAllowance) };
}

/**
 * First block of the next read up to the head: the stored block less the chain's re-scan depth. Null while there is no
 * stored block.
 */
export function rescanFrom(
  {
    block,
    seenFrom,
    denseTo,
    start,
    seen,
  }: Pick<WalletState, 'block' | 'seenFrom' | 'denseTo' | 'start' | 'seen'>,
  chain: Pick<Chain, 'rescanBlocks'>,
): number | null {
  const begin = start?.block ?? 0;
  if (block === null) return begin > 0 ? begin : null;
  // What the last read missed is looked for once more, also where the window has moved on.
  return Math.max(Math.min(block - chain.rescanBlocks, lowestMissing(seen)), seenFrom, denseTo, begin, 0);
}

/** The lowest block of what the last read missed; infinity: nothing. */
export function lowestMissing(seen: WalletState['seen']): number {
  return seen
    .values()
    .filter(({ status }) => status === 'missing')
    .reduce((lowest, { block }) => Math.min(lowest, block), Number.POSITIVE_INFINITY);
}
