import { createHash } from 'node:crypto';
import type { Address } from '../chain/address.ts';

/**
 * The id of a transfer's alert: the same at every retry and after every crash, so that a reader can drop
 * repeats by it.
 * @param transferKey the transfer's identity without what a re-org changes (block, log index).
 * @param reissue 0 at first; one more each time it was taken back and came again.
 */
export function transferAlertId(
  chainId: string,
  wallet: Address,
  transferKey: string,
  reissue: number,
): string {
  return idOf(['transfer', chainId, wallet, transferKey, reissue]);
}

/** The id of the alert that a wallet is watched from now on. @param since ISO time of its first poll. */
export function watchingAlertId(chainId: string, wallet: Address, since: string): string {
  return idOf(['watching', chainId, wallet, since]);
}

/** The id of the alert that takes another back. @param takenBackId the id of that other alert. */
export function revertedAlertId(chainId: string, wallet: Address, takenBackId: string): string {
  return idOf(['reverted', chainId, wallet, takenBackId]);
}

/** The id of a digest. @param transferIds of its transfers' own alerts; their order, which a re-org can change, is no part of it. */
export function digestAlertId(chainId: string, wallet: Address, transferIds: readonly string[]): string {
  return idOf(['digest', chainId, wallet, ...transferIds.toSorted()]);
}

/** The id of the alert of an entry that could not be read. @param key by what can be told of it */
export function unreadableAlertId(chainId: string, wallet: Address, key: string): string {
  return idOf(['unreadable', chainId, wallet, key]);
}

/** The id of a poisoning warning: one for each imitating address, however many transfers it sends. */
export function poisoningAlertId(chainId: string, wallet: Address, lookalikeAddress: Address): string {
  return idOf(['poisoning', chainId, wallet, lookalikeAddress]);
}

/** The id of a warning of two addresses of which neither was paid: one for each pair, whichever of them comes first. */
export function alikeAlertId(chainId: string, wallet: Address, pair: readonly Address[]): string {
  return idOf(['alike', chainId, wallet, ...pair.toSorted()]);
}

/** The id of what a chain's node showed that is no transfer. @param key tells it from all others of its kind */
export function eventAlertId(chainId: string, wallet: Address, kind: string, key: string): string {
  return idOf([kind, chainId, wallet, key]);
}

/** The id of a summary: one for each stack and period. @param from ISO time */
export function summaryAlertId(stack: string, period: string, from: string): string {
  return idOf(['summary', stack, period, from]);
}

/** JSON keeps the parts apart whatever they hold; 32 hex digits are 128 bits: no two alerts ever share them. */
function idOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
