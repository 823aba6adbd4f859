import { hash } from 'node:crypto';
import type { Address } from '../chain/address.ts';
import type { NodeEvent } from '../node/node-event.ts';

/**
 * The kinds of alerts, each with the parts that identify an alert of one chain and wallet:
 * - `transfer`: its key without what a re-org changes (block, log index), and how often it was taken back and came again
 * - `watching`: ISO time of the wallet's first poll
 * - `reverted`: the id that is taken back
 * - `unreadable`: what could be read of the entry
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

/** @param keys ids of a digest's transfers, or the two addresses of a pair: in any order, which a re-org can change */
export function unorderedAlertId(
  kind: 'digest' | 'alike',
  chainId: string,
  wallet: Address,
  keys: readonly string[],
): string {
  return idOf([kind, chainId, wallet, ...keys.toSorted()]);
}

/** One for each stack and period. @param from ISO time */
export function summaryAlertId(stack: string, period: string, from: string): string {
  return idOf(['summary', stack, period, from]);
}

/** JSON separates the parts whatever they hold; 32 hex digits are 128 bits: no two alerts ever share them. */
function idOf(parts: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}
