import type { Address } from '../../chain/address.ts';

/** Hex digits in common at each end; 40 and 40 if the addresses are equal. */
interface AlikeDigits {
  readonly samePrefix: number;
  readonly sameSuffix: number;
}

const addressDigits = 40;

export function alikeDigits(a: Address, b: Address): AlikeDigits {
  let samePrefix = 0;
  while (samePrefix < addressDigits && a[2 + samePrefix] === b[2 + samePrefix]) samePrefix += 1;
  let sameSuffix = 0;
  while (sameSuffix < addressDigits && a[41 - sameSuffix] === b[41 - sameSuffix]) sameSuffix += 1;
  return { samePrefix, sameSuffix };
}

/** Wallets show four digits or more of each end. */
const minAtEachEnd = 3;

export function mayBeAlike(a: Address, b: Address): boolean {
  return a[2] === b[2] && a[41] === b[41];
}

/** The number of common digits; 0 if one of the ends differs. */
export function alikeness({ samePrefix, sameSuffix }: AlikeDigits): number {
  return Math.min(samePrefix, sameSuffix) < minAtEachEnd ? 0 : samePrefix + sameSuffix;
}

/** Without common leading zeros but the first: many addresses are made to begin with zeros, which cost less gas. */
export function alikenessBeyondZeros(a: Address, b: Address): number {
  const alike = alikeDigits(a, b);
  let zeros = 0;
  while (zeros < alike.samePrefix && a[2 + zeros] === '0') zeros += 1;
  return alikeness(alike) - Math.max(zeros - 1, 0);
}
