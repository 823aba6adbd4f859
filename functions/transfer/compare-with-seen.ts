import type { Transfer } from './transfer.ts';
import type { KeyedTransfer } from './transfer-key.ts';

/** Where telling begins: what was mined before it is old and never told. A block's time is the API's word, and may be wrong. */
export interface WatchStart {
  /** ISO time of the first poll. */
  readonly since: string;
  /** First block that can be told: the row's `fromBlock`, or the block after a full first page's oldest. */
  readonly block: number;
  /**
   * Above this block no time makes a transfer old: the stored block of the first poll that reached the chain's head, 0 where
   * its page was empty; one below the row's `fromBlock`. Null where the first poll failed and none has reached the head since:
   * what they read may be years old.
   */
  readonly timedTo: number | null;
}

/**
 * The API lags behind the chain by seconds; what is mined so shortly before a watch begins is not yet old, and reads
 * begin there.
 */
export const lagAllowance = 120_000;

/** Mined before the watch began: never told. */
function isOld({ blockNumber, blockTimestamp }: Transfer, start: WatchStart | null): boolean {
  if (start === null) return true;
  if (blockNumber < start.block) return true;
  if (blockTimestamp === null || (start.timedTo !== null && blockNumber > start.timedTo)) return false;
  return Date.parse(blockTimestamp) < Date.parse(start.since) - lagAllowance;
}

export interface SeenTransfer {
  readonly block: number;
  /** The first digits of the block's hash: enough to see that it changed. */
  readonly blockMark: string;
  /** The block's time in epoch seconds; null where the API gives none. */
  readonly minedAt: number | null;
  readonly status: SeenStatus;
  /** How often it was taken back before: each time it comes again its alert has a new id. */
  readonly reissue: number;
  /** The page of `seenPages` that holds it as it stands; null where the wallet's own item does. */
  readonly page: string | null;
}

/**
 * `published`: an alert went out for it. `missing`: published, and absent from the last complete read. `reverted`: taken
 * back by an alert of its own. `suppressed`: hidden, filtered or old; there is no alert to take back.
 */
export type SeenStatus = 'published' | 'missing' | 'reverted' | 'suppressed';

/** What a read holds that the wallet's state does not. */
export interface Diff {
  /** To be told for the first time, or again after it was taken back; in chain order. */
  readonly fresh: readonly FreshTransfer[];
  /** What is to be remembered anew without a word: moved to another block, missing from this read, or back from that. */
  readonly changed: ReadonlyMap<string, SeenTransfer>;
  /** Told, and absent from two complete reads in a row: to be taken back. */
  readonly reverted: readonly RevertedTransfer[];
}

export interface FreshTransfer extends KeyedTransfer {
  /** 0, and one more each time it was taken back. */
  readonly reissue: number;
}

export interface RevertedTransfer {
  readonly key: string;
  readonly seen: SeenTransfer;
}

/** A complete read of a span of blocks. */
export interface WholeRead {
  readonly transfers: readonly KeyedTransfer[];
  /** Nothing in it was unreadable: what is absent from it is not on the chain. */
  readonly complete: boolean;
  readonly from: number;
  readonly through: number | null;
  /** The lowest block of which the read says what is absent; its first block where it says nothing else. */
  readonly absentFrom?: number;
  /** The highest; its last block where it says nothing else. */
  readonly absentTo?: number;
}

/** What the polls before remember of a wallet's transfers. */
interface Remembered {
  /** By transfer key. */
  readonly seen: ReadonlyMap<string, SeenTransfer>;
  /** Null until the first successful poll. */
  readonly start: WatchStart | null;
}

/** Compares by transfer key, so that a late-indexed transfer is new and a re-organised one is not. */
export function compareWithSeen(read: WholeRead, { seen, start }: Remembered): Diff {
  const changed = new Map<string, SeenTransfer>();
  const fresh: FreshTransfer[] = [];
  for (const { key, transfer } of read.transfers) {
    const before = seen.get(key);
    if (before === undefined) {
      if (!isOld(transfer, start)) fresh.push({ key, transfer, reissue: 0 });
    } else if (before.status === 'reverted') {
      fresh.push({ key, transfer, reissue: before.reissue + 1 });
    } else {
      const now = toSeen(transfer, before.status === 'missing' ? 'published' : before.status, before.reissue);
      if (!isSame(now, before)) changed.set(key, now);
    }
  }
  const reverted = read.complete ? absent(read, seen) : [];
  for (const { key, seen: one } of reverted)
    if (one.status === 'published') changed.set(key, { ...one, status: 'missing', page: null });
  return { fresh, changed, reverted: reverted.filter(({ seen: { status } }) => status === 'missing') };
}

/** True where a poll found nothing to tell or remember. */
export function isEmpty({ fresh, changed, reverted }: Diff): boolean {
  return fresh.length === 0 && changed.size === 0 && reverted.length === 0;
}

/** A transfer as `seen` keeps it. */
export function toSeen(
  { blockNumber, blockHash, blockTimestamp }: Transfer,
  status: SeenStatus,
  reissue = 0,
): SeenTransfer {
  return {
    block: blockNumber,
    blockMark: blockHash?.slice(2, 10) ?? '',
    minedAt: blockTimestamp === null ? null : Math.floor(Date.parse(blockTimestamp) / 1_000),
    status,
    reissue,
    page: null,
  };
}

/** Told transfers of the blocks that the read covers, and that it does not hold. */
function absent(
  { transfers, from, through: end, absentFrom = from, absentTo = Number.POSITIVE_INFINITY }: WholeRead,
  seen: ReadonlyMap<string, SeenTransfer>,
): RevertedTransfer[] {
  const through = Math.min(end ?? absentTo, absentTo);
  const present = new Set(transfers.map(({ key }) => key));
  const isAbsent = ([key, { block, status }]: readonly [string, SeenTransfer]) =>
    (status === 'published' || status === 'missing') &&
    block >= absentFrom &&
    block <= through &&
    !present.has(key);
  return seen
    .entries()
    .filter(isAbsent)
    .map(([key, one]) => ({ key, seen: one }))
    .toArray();
}

/** A time that was not known before is worth its write: without it the block would be read again for ever. */
function isSame(now: SeenTransfer, before: SeenTransfer): boolean {
  const hasTime = before.minedAt !== null || now.minedAt === null;
  return (
    hasTime &&
    now.block === before.block &&
    now.blockMark === before.blockMark &&
    now.status === before.status
  );
}
