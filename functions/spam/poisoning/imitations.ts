import { createHash } from 'node:crypto';
import type { Address } from '../../chain/address.ts';

/** An address that was found to look like another one. */
export interface Imitation {
  /** The address that it looks like. */
  readonly imitates: Address;
  /** `imitates` was paid in a known token. False: neither was, and either of the two is remembered by the other. */
  readonly proven: boolean;
  /** The reader knows just that of it: by a warning, as one of its `others`, or by the alert of a payment to it. */
  readonly told: boolean;
}

/** Imitations that a wallet remembers, by addressMark: under 50 KB of its item. */
export type Imitations = ReadonlyMap<string, Imitation>;

/** 48 bits of an address: enough that no two of some thousand share them, also where somebody tries. */
export function addressMark(address: Address): string {
  return createHash('sha256').update(address).digest().subarray(0, 6).toString('base64url');
}

const maxInAll = 3_600;
/** So many are taken whomever they imitate. */
const maxOfAnyone = 2_000;
/** Beyond those, each paid address has room for a few: two hundred addresses are paid at the most. */
const maxOfOne = 8;

/**
 * Whether another imitation of this address is remembered, and so warned of. Nothing is ever forgotten to make room: an
 * attacker can make thousands of imitations, and would have the old ones told again. That an address is imitated by
 * thousands is one story, and was told by then; a few of each other address always find room.
 */
export function hasRoom(imitations: Imitations, imitates: Address): boolean {
  if (imitations.size < maxOfAnyone) return true;
  if (imitations.size >= maxInAll) return false;
  const ofThis = imitations.values().filter((one) => one.imitates === imitates);
  return ofThis.take(maxOfOne).toArray().length < maxOfOne;
}
