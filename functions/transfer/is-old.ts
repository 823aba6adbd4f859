import type { Transfer } from './transfer.ts';

/** Where telling begins: what was mined before it is old and never told. */
export interface WatchStart {
  /** ISO time of the first poll. */
  readonly since: string;
  /** First block that can be told: the row's `fromBlock`, or the block after a full first page's oldest. */
  readonly block: number;
  /** True where the row gave `fromBlock`: then nothing from that block on is too old. */
  readonly tellAll: boolean;
}

/**
 * The API lags behind the chain by seconds; what is mined so shortly before a watch begins is not yet old, and reads
 * begin there.
 */
export const lagAllowance = 120_000;

/** Mined before the watch began: never told. */
export function isOld({ blockNumber, blockTimestamp }: Transfer, start: WatchStart | null): boolean {
  if (start === null) return true;
  if (blockNumber < start.block) return true;
  if (start.tellAll || blockTimestamp === null) return false;
  return Date.parse(blockTimestamp) < Date.parse(start.since) - lagAllowance;
}
