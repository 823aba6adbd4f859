import { hash } from 'node:crypto';
import type { Address } from '../chain/address.ts';
import type { NodeEvent } from '../node/node-event.ts';

/**
 * The kinds of alerts, each with the keys that identify an alert within its chain and wallet:
 * - `transfer`: the transfer's key without block and log index, which a re-org changes; and how often the transfer came again
 * - `watching`: ISO time of the wallet's first poll
 * - `reverted`: the id of the alert that is taken back
 * - `unreadable`: the readable parts of the entry
 * - `poisoning`: the imitating address, however many transfers it sends
 * - a node's event: its key
 */
type Kind = 'transfer' | 'watching' | 'reverted' | 'unreadable' | 'poisoning' | NodeEvent['kind'];

/** The id is the same at every retry: readers drop repeats by it. */
export function alertId(
  kind: Kind,
  chainId: string,
  wallet: Address,
  ...keys: readonly (string | number)[]
): string {
  return idOf([kind, chainId, wallet, ...keys]);
}

/** @param keys ids of a digest's transfers, or the two addresses of a pair; a re-org can change their order */
export function unorderedAlertId(
  kind: 'digest' | 'alike',
  chainId: string,
  wallet: Address,
  keys: readonly string[],
): string {
  return idOf([kind, chainId, wallet, ...keys.toSorted()]);
}

/** @param from ISO time */
export function summaryAlertId(stack: string, period: string, from: string): string {
  return idOf(['summary', stack, period, from]);
}

/** JSON keeps the parts apart, whatever they contain. No two alerts share 128 bits of the hash. */
function idOf(parts: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
