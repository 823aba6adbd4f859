import type { Chain } from '../../chain/chains.ts';
import type { WalletState } from '../../state/wallet-state.ts';
import { type SeenTransfer, toSeen } from '../../transfer/compare-with-seen.ts';
import type { UnreadableTransfer } from '../../transfer/source.ts';
import { lowestMissing, rescanFrom } from './rescan-from.ts';
import { inReach, type TransferRead } from './transfer-read.ts';

/**
 * Epoch milliseconds for which a block is read again after it was mined: the API may show a transfer late, and a re-org
 * may change the block. Chain.rescanBlocks is the same time in blocks.
 */
const rescanTime = 300_000;

/** Thirty pages: more is not read again at every poll, or what is new behind it would be told late. */
const maxReadAgain = 3_000;
const maxReverted = 300;
/** Some megabytes, over the five minutes of a storm: far more than any chain has mined of one wallet. */
const maxRemembered = 100_000;

type Seen = ReadonlyMap<string, SeenTransfer>;

type ShownTransfers = Pick<TransferRead, 'begunAt' | 'transfers' | 'plausibleTo'>;

/** What a save is to know of the read that it comes from. */
type ReadOf = ShownTransfers &
  Pick<TransferRead, 'closes' | 'leapsTo' | 'whole' | 'unreadable' | 'through'> & {
    /** Nothing of the read is left. */
    readonly last: boolean;
  };

/**
 * What of `seen` is still needed, and where the next reads begin. What was read again when it was older than the re-scan
 * time is settled: it is forgotten, and no block of it is read again, so that an idle wallet's page is empty. Where more
 * would be left than a poll can read again, or a read had to leap over it, those blocks are dense: they are left out of
 * the reads up to the head, so that what is new is told in time, and are read once more when they are old enough. What was
 * taken back is kept beyond all that: a dropped transaction may be mined again hours later, and is then told under a new id.
 */
export function fitToWindow(
  dealtWith: Seen,
  state: WalletState,
  chain: Pick<Chain, 'rescanBlocks'>,
  read: ReadOf,
): Pick<WalletState, 'seen' | 'seenFrom' | 'denseTo' | 'outdated'> {
  const seen = new Map([...dealtWith, ...settlesAhead(dealtWith, read)]);
  const next = { ...state, seen, seenFrom: settledFrom(seen, state, read) };
  const denseTo = Math.max(state.denseTo, read.leapsTo, narrowedFrom(next, chain));
  const entries = Array.from(seen);
  const from = denseTo > next.seenFrom ? next.seenFrom : (rescanFrom({ ...next, denseTo }, chain) ?? 0);
  const outdated = outdatedAfter(seen, state);
  const isKept = ([key, { status, block }]: readonly [string, SeenTransfer]) =>
    outdated.has(key) || (status !== 'reverted' && block >= from);
  const reverted = entries.filter((entry) => entry[1].status === 'reverted' && !isKept(entry));
  const kept = [...reverted.slice(-maxReverted), ...entries.filter(isKept).slice(-maxRemembered)];
  return { seen: new Map(kept), seenFrom: next.seenFrom, denseTo, outdated };
}

/** Those of which a page has an older line, with what has changed since it was read from its page. */
function outdatedAfter(seen: Seen, before: Pick<WalletState, 'seen' | 'outdated'>): ReadonlySet<string> {
  const paged = Array.from(before.seen).filter(([, { page }]) => page !== null);
  const changed = paged.filter(([key]) => seen.get(key)?.page === null).map(([key]) => key);
  return new Set([...before.outdated, ...changed]);
}

/** Where what is not settled begins, once this read is dealt with. */
function settledFrom(seen: Seen, state: WalletState, read: ReadOf): number {
  // What is missing from a read that is not complete may be on the chain: that was no last look.
  if (read.unreadable.length > 0) return state.seenFrom;
  const ceiling = lowestMissing(seen);
  const isDense = state.denseTo > state.seenFrom;
  if (read.closes) {
    const done = read.last && read.whole ? (read.through ?? -1) + 1 : 0;
    return Math.max(state.seenFrom, Math.min(done, state.denseTo, ceiling));
  }
  if (isDense || read.leapsTo > 0) return state.seenFrom;
  return Math.max(state.seenFrom, Math.min(settledThrough(seen, state.block ?? 0, read) + 1, ceiling));
}

/** True where the re-scan time is over for all that is read again: one more save, and an idle poll's page is empty. */
export function isSettled(
  state: WalletState,
  chain: Pick<Chain, 'rescanBlocks'>,
  read: ShownTransfers,
): boolean {
  const from = rescanFrom(state, chain);
  if (from === null || state.denseTo > state.seenFrom) return false;
  if (settledThrough(state.seen, state.block ?? 0, read) < from) return false;
  if (!inReach(read).every((transfer) => isOldEnough(toSeen(transfer, 'suppressed'), read.begunAt)))
    return false;
  return state.seen
    .values()
    .filter(({ block }) => block <= read.plausibleTo)
    .every((one) => one.status === 'reverted' || one.block < from || isSettledOne(one, read.begunAt));
}

/**
 * What is ahead of the chain and older than the re-scan time, as it is to be remembered: where its block is nobody knows, so
 * that no read from here on covers it for certain, and it is not taken back any more.
 */
export function settlesAhead(seen: Seen, { transfers, plausibleTo, begunAt }: ShownTransfers): Seen {
  const ahead = transfers.filter(({ transfer }) => transfer.blockNumber > plausibleTo);
  const settled = ahead.flatMap(({ key }): [string, SeenTransfer][] => {
    const one = seen.get(key);
    if (one?.status !== 'published') return [];
    const isYoung = one.minedAt !== null && !isOldEnough(one, begunAt);
    return isYoung ? [] : [[key, { ...one, status: 'suppressed', page: null }]];
  });
  return new Map(settled);
}

/** The newest of the dense blocks that are older than the re-scan time; null where there is none. */
export function closableThrough({ seen, seenFrom, denseTo }: WalletState, now: number): number | null {
  if (denseTo <= seenFrom) return null;
  const dense = seen
    .values()
    .filter(({ block, status }) => block >= seenFrom && block < denseTo && status !== 'reverted')
    .toArray();
  const young = dense.filter(({ minedAt }) => minedAt !== null && minedAt * 1_000 > now - rescanTime);
  const through = young.reduce((lowest, { block }) => Math.min(lowest, block), denseTo) - 1;
  return through < seenFrom ? null : through;
}

/**
 * The lowest block of which a read says what is absent. A re-org may have moved what it misses into the dense blocks that it
 * leaves out, as deep as a re-org goes: that waits for their last look.
 */
export function absentFrom(
  { from }: Pick<TransferRead, 'from'>,
  { seenFrom, denseTo }: Pick<WalletState, 'seenFrom' | 'denseTo'>,
  { rescanBlocks }: Pick<Chain, 'rescanBlocks'>,
): number {
  const leavesOut = denseTo > seenFrom && from >= denseTo;
  return leavesOut ? Math.max(from, denseTo + rescanBlocks) : from;
}

/**
 * The highest block of which a read says what is absent: what is ahead of the chain may stand in any of those that are read
 * again, and only a read of them all lacks it.
 */
export function absentTo(
  { begins, leapsTo, plausibleTo }: Pick<TransferRead, 'begins' | 'leapsTo' | 'plausibleTo'>,
  { seenFrom, denseTo }: Pick<WalletState, 'seenFrom' | 'denseTo'>,
): number {
  return begins && leapsTo === 0 && denseTo <= seenFrom ? Number.POSITIVE_INFINITY : plausibleTo;
}

/** One whose block can't be read either may be anywhere. */
export function lowestUnreadable(unreadable: readonly UnreadableTransfer[]): number {
  return unreadable.reduce(
    (lowest, { blockNumber }) => Math.min(lowest, blockNumber ?? 0),
    Number.POSITIVE_INFINITY,
  );
}

function isSettledOne({ minedAt, status }: SeenTransfer, readAt: number): boolean {
  return status !== 'missing' && isOldEnough({ minedAt }, readAt);
}

function isOldEnough({ minedAt }: Pick<SeenTransfer, 'minedAt'>, readAt: number): boolean {
  return minedAt !== null && minedAt * 1_000 <= readAt - rescanTime;
}

/**
 * The highest block, up to the stored one, that is known to be older than the re-scan time; -1: none is. What was mined
 * before the watch began is not in `seen`, and the read shows it.
 */
function settledThrough(seen: Seen, stored: number, read: ShownTransfers): number {
  const { begunAt } = read;
  return [...seen.values(), ...inReach(read).map((transfer) => toSeen(transfer, 'suppressed'))]
    .filter((one) => one.block <= stored && isSettledOne(one, begunAt))
    .reduce((highest, { block }) => Math.max(highest, block), -1);
}

/**
 * The lowest block from which on few enough are read again, 0 where that is all; a block that is not dealt with whole is
 * always read.
 */
function narrowedFrom(state: WalletState, chain: Pick<Chain, 'rescanBlocks'>): number {
  const from = rescanFrom(state, chain) ?? 0;
  const blocks = state.seen
    .values()
    .filter(({ block, status }) => block >= from && status !== 'reverted')
    .map(({ block }) => block)
    .toArray();
  if (blocks.length <= maxReadAgain) return 0;
  const tooMany = blocks.sort((a, b) => b - a)[maxReadAgain] ?? 0;
  return Math.min(tooMany + 1, (state.block ?? 0) + 1);
}
