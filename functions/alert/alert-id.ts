import { hash } from 'node:crypto';
import type { Address } from '../chain/address.ts';

/**
 * The id is the same at every retry: readers drop repeats by it.
 * @param transferKey without what a re-org changes (block, log index)
 * @param reissue 0 at first; one more each time it was taken back and came again
 */
export function transferAlertId(
  chainId: string,
  wallet: Address,
  transferKey: string,
  reissue: number,
): string {
  return idOf(['transfer', chainId, wallet, transferKey, reissue]);
}

/** @param since ISO time of the wallet's first poll */
export function watchingAlertId(chainId: string, wallet: Address, since: string): string {
  return idOf(['watching', chainId, wallet, since]);
}

export function revertedAlertId(chainId: string, wallet: Address, takenBackId: string): string {
  return idOf(['reverted', chainId, wallet, takenBackId]);
}

/** @param transferIds in any order, which a re-org can change */
export function digestAlertId(chainId: string, wallet: Address, transferIds: readonly string[]): string {
  return idOf(['digest', chainId, wallet, ...transferIds.toSorted()]);
}

/** @param key by what could be read of the entry */
export function unreadableAlertId(chainId: string, wallet: Address, key: string): string {
  return idOf(['unreadable', chainId, wallet, key]);
}

/** One for each imitating address, however many transfers it sends. */
export function poisoningAlertId(chainId: string, wallet: Address, lookalikeAddress: Address): string {
  return idOf(['poisoning', chainId, wallet, lookalikeAddress]);
}

/** One for each pair, whichever of them comes first. */
export function alikeAlertId(chainId: string, wallet: Address, pair: readonly Address[]): string {
  return idOf(['alike', chainId, wallet, ...pair.toSorted()]);
}

/** @param key unique for its kind */
export function eventAlertId(chainId: string, wallet: Address, kind: string, key: string): string {
  return idOf([kind, chainId, wallet, key]);
}

/** One for each stack and period. @param from ISO time */
export function summaryAlertId(stack: string, period: string, from: string): string {
  return idOf(['summary', stack, period, from]);
}

/** JSON separates the parts whatever they hold; 32 hex digits are 128 bits: no two alerts ever share them. */
function idOf(parts: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
