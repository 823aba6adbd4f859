import type { SeenTransfer, WalletState, WatchStart } from '../wallet/wallet-state.ts';
import type { Transfer } from './transfer.ts';
import type { KeyedTransfer } from './transfer-key.ts';

/** What a read holds that the wallet's state does not, in chain order. */
export interface News {
  /** Never seen, and not from before the watch began. */
  readonly fresh: readonly KeyedTransfer[];
  /** Seen before, in another block now: remembered anew, nothing is told. */
  readonly moved: readonly MovedTransfer[];
}

export interface MovedTransfer extends KeyedTransfer {
  /** Whether an alert went out for it. */
  readonly told: boolean;
}

/** The API lags behind the chain by seconds; what is mined so shortly before a watch begins is not yet old. */
const lagAllowance = 120_000;

/** Compares by transfer key, so that a late-indexed transfer is news and a re-organised one is not. */
export function compareWithSeen(read: readonly KeyedTransfer[], { seen, start }: WalletState): News {
  return {
    fresh: read.filter(({ key, transfer }) => !seen.has(key) && !isOld(transfer, start)),
    moved: read.flatMap(({ key, transfer }) => {
      const before = seen.get(key);
      return before !== undefined && isElsewhere(before, transfer)
        ? [{ key, transfer, told: before.told }]
        : [];
    }),
  };
}

/** True where a poll found nothing to tell or remember. */
export function isEmpty({ fresh, moved }: News): boolean {
  return fresh.length === 0 && moved.length === 0;
}

/** Mined before the watch began: never told. */
export function isOld({ blockNumber, blockTimestamp }: Transfer, start: WatchStart | null): boolean {
  if (start === null) return true;
  if (blockNumber < start.block) return true;
  if (start.tellAll || blockTimestamp === null) return false;
  return Date.parse(blockTimestamp) < Date.parse(start.since) - lagAllowance;
}

/** A transfer as `seen` keeps it. */
export function toSeen({ blockNumber, blockHash }: Transfer, told: boolean): SeenTransfer {
  return { block: blockNumber, blockMark: blockHash?.slice(2, 10) ?? '', told };
}

function isElsewhere(before: SeenTransfer, transfer: Transfer): boolean {
  const now = toSeen(transfer, before.told);
  return now.block !== before.block || now.blockMark !== before.blockMark;
}
