import { createHash } from 'node:crypto';
import type { Address } from '../chain/address.ts';

/**
 * The id of a transfer's alert: the same at every retry and after every crash, so that a reader can drop
 * repeats by it.
 * @param transferKey the transfer's identity without what a re-org changes (block, log index).
 * @param incarnation 0 at first; one more each time it was taken back and came again.
 */
export function transferAlertId(
  chainId: string,
  wallet: Address,
  transferKey: string,
  incarnation: number,
): string {
  return idOf(['transfer', chainId, wallet, transferKey, incarnation]);
}

/** The id of the alert that a wallet is watched from now on. @param since ISO time of its first poll. */
export function watchingAlertId(chainId: string, wallet: Address, since: string): string {
  return idOf(['watching', chainId, wallet, since]);
}

/** JSON keeps the parts apart whatever they hold; 32 hex digits are 128 bits: no two alerts ever share them. */
function idOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
