import type { Address } from '../../chain/address.ts';
import { alikeDigits, alikeness, alikenessBeyondZeros, mayBeAlike } from './alike-digits.ts';
import { type Counterparty, otherSide, type PoisoningEvidence } from './evidence.ts';
import { isMoney, type ValueClass, valueClassOf } from './value-class.ts';

export interface Lookalike {
  /** The transfer's other side. */
  readonly address: Address;
  readonly imitates: Address;
  /** The wallet paid `imitates` in a known token. False: neither was paid in one, and either may be the imitation. */
  readonly proven: boolean;
  readonly lastPaidAt: string | null;
  /** Hex digits alike behind the `0x`. */
  readonly samePrefix: number;
  readonly sameSuffix: number;
}

/** Common digits needed, at least three at each end: the more a transfer is worth, the surer the match must be. */
const digitsNeeded: Readonly<Record<ValueClass, number>> = { dust: 7, small: 8, large: 10 };

/** Of payments to an unknown address: the last moment to warn. docs/spam.md has the chances of accidental matches. */
const digitsOfPayment = 8;

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
  const paidOut = isMoney(evidence) && transfer.direction === 'out';
  const needed = paidOut ? digitsOfPayment : digitsNeeded[valueClassOf(evidence)];
  let found: Address | null = null;
  let most = 0;
  let place = 0;
  for (const paid of counterparties) {
    if (paid.proven !== proven || paid.address === address) continue;
    place += 1;
    if (!mayBeAlike(address, paid.address)) continue;
    const soon = proven && place <= lastFew && isSoonAfter(paid, transfer.blockTimestamp);
    const digits = paidOut
      ? alikenessBeyondZeros(address, paid.address)
      : alikeness(alikeDigits(address, paid.address));
    if (digits <= most || digits < needed - (soon ? 1 : 0)) continue;
    found = paid.address;
    most = digits;
  }
  return found;
}

/** Burn addresses and the chains' own contracts: nobody can make an address with so many zeros. */
const nobodysAddress = /^0x0{20}/;

function isSoonAfter({ lastPaidAt }: Counterparty, time: string | null): boolean {
  if (lastPaidAt === null || time === null) return false;
  const passed = Date.parse(time) - Date.parse(lastPaidAt);
  return passed >= 0 && passed <= soonAfter;
}
