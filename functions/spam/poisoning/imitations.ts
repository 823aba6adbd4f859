import { createHash } from 'node:crypto';
import type { Address } from '../../chain/address.ts';

export interface Imitation {
  readonly imitates: Address;
  /** Paid in a known token. False: neither was, and each of the two is remembered with the other. */
  readonly proven: boolean;
  /** Reported: by a warning, as one of its `others`, or by the alert of a payment to it. */
  readonly told: boolean;
}

/** By addressMark: under 50 KB of a wallet's item. */
export type Imitations = ReadonlyMap<string, Imitation>;

/** 48 bits of the hash: no two of some thousand addresses collide, even if somebody tries. */
export function addressMark(address: Address): string {
  return createHash('sha256').update(address).digest().subarray(0, 6).toString('base64url');
}

const maxInAll = 3_600;
const maxOfAnyone = 2_000;
const maxOfOne = 8;

/** Nothing is forgotten to make room: it would be reported again. A few imitations of each address always find room. */
export function hasRoom(imitations: Imitations, imitates: Address): boolean {
  if (imitations.size < maxOfAnyone) return true;
  if (imitations.size >= maxInAll) return false;
  const ofThis = imitations.values().filter((one) => one.imitates === imitates);
  return ofThis.take(maxOfOne).toArray().length < maxOfOne;
}
