import type { Transfer } from './transfer.ts';

/** What was mined before is old and never reported. A block's time is the API's word, and may be wrong. */
export interface WatchStart {
  readonly since: string;
  /** The row's `fromBlock`, or the block after a full first page's oldest. */
  readonly block: number;
  /**
   * Above this block no time makes a transfer old: the stored block of the first poll that reached the head, 0 for an empty page;
   * one below the row's `fromBlock`. Null while no poll has reached the head since the first one failed: pages may be years old.
   */
  readonly timedTo: number | null;
}

/** Milliseconds: the API lags behind the chain, so what is mined so shortly before is not yet old. */
export const lagAllowance = 120_000;

export function isOld(
  { blockNumber, blockTimestamp }: Pick<Transfer, 'blockNumber' | 'blockTimestamp'>,
  start: WatchStart,
): boolean {
  if (blockNumber < start.block) return true;
  if (blockTimestamp === null || (start.timedTo !== null && blockNumber > start.timedTo)) return false;
  return Date.parse(blockTimestamp) < Date.parse(start.since) - lagAllowance;
}
