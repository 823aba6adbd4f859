import type { WatchStart } from '../wallet/wallet-state.ts';
import type { Transfer } from './transfer.ts';

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
