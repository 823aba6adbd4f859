import type { Transfer } from './transfer.ts';

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
export function isOld(
  { blockNumber, blockTimestamp }: Pick<Transfer, 'blockNumber' | 'blockTimestamp'>,
  start: WatchStart,
): boolean {
  if (blockNumber < start.block) return true;
  if (blockTimestamp === null || (start.timedTo !== null && blockNumber > start.timedTo)) return false;
  return Date.parse(blockTimestamp) < Date.parse(start.since) - lagAllowance;
}
