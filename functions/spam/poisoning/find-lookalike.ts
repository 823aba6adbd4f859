import { type Address, parseAddress } from '../../chain/address.ts';
import type { Reason } from '../judge.ts';
import { movesMoney, otherSide, type PaidAddress, type PoisoningEvidence, valueClassOf } from './evidence.ts';

export interface Lookalike extends AlikeDigits {
  readonly address: Address;
  readonly imitates: Address;
  /** The wallet paid `imitates` in a known token. False: neither was paid in one, and either may be the imitation. */
  readonly proven: boolean;
  readonly lastPaidAt: string | null;
}

/** Common digits needed, at least three at each end: the more a transfer is worth, the surer the match must be. */
const digitsNeeded = { dust: 7, small: 8, large: 10 };

/** Digits that suffice at a payment to an unknown address, the last moment to warn. docs/spam.md has the odds of chance matches. */
export const digitsOfPayment = 8;

/** Poisoners come within minutes of a payment, and imitate the last few payees: one digit less is enough then. */
const soonAfter = 30 * 60_000;
const lastFew = 5;

/**
 * An address paid in a known token imitates nobody, but a known imitation stays one, even after it is paid. Paid addresses come
 * first: any contract can write a payment to the fake one, so an address that only worthless tokens name decides nothing.
 */
export function findLookalike(evidence: PoisoningEvidence): Lookalike | null {
  const { transfer, counterparties, remembered } = evidence;
  const address = otherSide(transfer);
  if (address === null || nobodysAddress.test(address)) return null;
  const isPaid = (one: Address) => counterparties.some((paid) => paid.address === one && paid.proven);
  const lookalike = (imitates: Address, proven: boolean): Lookalike => {
    const lastPaidAt = counterparties.find((paid) => paid.address === imitates)?.lastPaidAt ?? null;
    return { address, imitates, proven, lastPaidAt, ...alikeDigits(address, imitates) };
  };
  if (remembered?.proven) return lookalike(remembered.imitates, true);
  if (isPaid(address)) return null;
  const imitated = closest(address, evidence, true);
  if (imitated !== null) return lookalike(imitated, true);
  if (remembered !== null) return lookalike(remembered.imitates, isPaid(remembered.imitates));
  const alike = closest(address, evidence, false);
  return alike === null ? null : lookalike(alike, false);
}

/** The most alike counterparty, if alike enough; among equals the latest paid. */
function closest(address: Address, evidence: PoisoningEvidence, proven: boolean): Address | null {
  const { transfer, counterparties } = evidence;
  const size = valueClassOf(evidence);
  const paidOut = movesMoney(evidence) && transfer.direction === 'out';
  const needed = paidOut ? digitsOfPayment : digitsNeeded[size];
  let found: Address | null = null;
  let most = 0;
  let place = 0;
  for (const paid of counterparties) {
    if (paid.proven !== proven || paid.address === address) continue;
    place += 1;
    const soon = proven && place <= lastFew && isSoonAfter(paid, transfer.blockTimestamp);
    const alike = alikeDigits(address, paid.address);
    const digits = alikeness(alike) - (paidOut || size === 'large' ? commonZeros(address, alike) : 0);
    if (digits <= most || digits < needed - (soon ? 1 : 0)) continue;
    found = paid.address;
    most = digits;
  }
  return found;
}

/** Burn addresses and the chains' own contracts: nobody can make an address with so many zeros. */
const nobodysAddress = /^0x0{20}/;

function isSoonAfter({ lastPaidAt }: PaidAddress, time: string | null): boolean {
  if (lastPaidAt === null || time === null) return false;
  const passed = Date.parse(time) - Date.parse(lastPaidAt);
  return passed >= 0 && passed <= soonAfter;
}

/** Hex digits in common at each end. */
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

/** The number of common digits; 0 if one of the ends differs. */
export function alikeness({ samePrefix, sameSuffix }: AlikeDigits): number {
  return Math.min(samePrefix, sameSuffix) < minAtEachEnd ? 0 : samePrefix + sameSuffix;
}

export function isAlike(a: Address, b: Address): boolean {
  return alikeness(alikeDigits(a, b)) > 0;
}

/** Common leading zeros after the first: many addresses are made to begin with zeros, which cost less gas. */
function commonZeros(address: Address, { samePrefix }: AlikeDigits): number {
  const [zeros = ''] = address.slice(2, 2 + samePrefix).match(/^0*/) ?? [];
  return Math.max(zeros.length - 1, 0);
}

export const alikeAddresses = 'alike-addresses';

/** The alert's `lookalike` is null for a pair of unproven payees: only this reason names the other address. */
export function reasonOf({ imitates, proven, samePrefix, sameSuffix }: Lookalike): Reason {
  const detail = proven
    ? `The other address imitates ${imitates}, which this wallet paid: its first ${samePrefix} and last ${sameSuffix} digits are alike. Do not copy it.`
    : `The other address looks like ${imitates}: the first ${samePrefix} and the last ${sameSuffix} digits are the same. Neither was paid in a known token. Compare every digit.`;
  return { rule: proven ? 'address-poisoning' : alikeAddresses, detail };
}

const anAddress = /0x[0-9a-f]{40}/;

/** The address may be the fake one: nobody must copy it. */
export function withoutAddress(detail: string): string {
  return detail.replace(anAddress, 'another one');
}

/** The pair that the reasons name; null if they name none. @param address the transfer's other side */
export function readPair(address: Address, reasons: readonly Reason[]): Lookalike | null {
  const reason = reasons.find(({ rule }) => rule === alikeAddresses);
  const [written] = reason?.detail.match(anAddress) ?? [];
  if (written === undefined) return null;
  const imitates = parseAddress(written);
  return { address, imitates, proven: false, lastPaidAt: null, ...alikeDigits(address, imitates) };
}
