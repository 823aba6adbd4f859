import { createHash } from 'node:crypto';
import type { Address } from '../../chain/address.ts';

/** An address that was found to look like another one. */
export interface Imitation {
  /** The address that it looks like. */
  readonly imitates: Address;
  /** `imitates` was paid in a known token. False: neither was, and each of the two is remembered with the other. */
  readonly proven: boolean;
  /** The reader was told of it: by a warning, as one of its `others`, or by the alert of a payment to it. */
  readonly told: boolean;
}

/** Imitations that a wallet remembers, by addressMark: under 50 KB of its item. */
export type Imitations = ReadonlyMap<string, Imitation>;

/** 48 bits of an address's hash: enough that no two of some thousand addresses collide, even if somebody tries. */
export function addressMark(address: Address): string {
  return createHash('sha256').update(address).digest().subarray(0, 6).toString('base64url');
}

const maxInAll = 3_600;
/** Up to this number imitations are remembered whatever address they imitate. */
const maxOfAnyone = 2_000;
/** Beyond that number, the maximum for each imitated address; at most two hundred addresses are remembered as paid. */
const maxOfOne = 8;

/**
 * Whether another imitation of this address is remembered, and so warned of. Nothing is ever forgotten to make room:
 * attackers can make thousands of imitations, and forgotten ones would be reported again. Thousands of imitations of one
 * address are one story, which was reported by then; a few imitations of each other address always find room.
 */
export function hasRoom(imitations: Imitations, imitates: Address): boolean {
  if (imitations.size < maxOfAnyone) return true;
  if (imitations.size >= maxInAll) return false;
  const ofThis = imitations.values().filter((one) => one.imitates === imitates);
  return ofThis.take(maxOfOne).toArray().length < maxOfOne;
}
