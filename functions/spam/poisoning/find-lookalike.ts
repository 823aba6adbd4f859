import type { Address } from '../../chain/address.ts';
import { alikeDigits, alikeness, alikenessBeyondZeros, mayBeAlike } from './alike-digits.ts';
import { type Counterparty, otherSide, type PoisoningEvidence } from './evidence.ts';
import { isMoney, type ValueClass, valueClassOf } from './value-class.ts';

/** An address that looks like another one. */
export interface Lookalike {
  /** The other side of the transfer. */
  readonly address: Address;
  /** The address that it looks like. */
  readonly imitates: Address;
  /**
   * The wallet paid `imitates` in a known token, so `address` is the imitation. False: neither was paid in one, and either may
   * be the imitation.
   */
  readonly proven: boolean;
  /** ISO time of the newest payment to `imitates`. */
  readonly lastPaidAt: string | null;
  /** Hex digits alike from the `0x` on. */
  readonly samePrefix: number;
  /** Hex digits alike at the end. */
  readonly sameSuffix: number;
}

/** Common digits needed, at least three of them at each end: the more a transfer is worth, the surer the match must be. */
const digitsNeeded: Readonly<Record<ValueClass, number>> = { dust: 7, small: 8, large: 10 };

/**
 * The same for payments to an unknown address: they are the last moment to warn, but a false alarm may come at night.
 * docs/spam.md has the chances of accidental matches.
 */
const digitsOfPayment = 8;

/** Poisoners come within minutes of a payment. One digit less is enough then, because they imitate only the last few payees. */
const soonAfter = 30 * 60_000;
const lastFew = 5;

/**
 * The known address that this transfer's other side looks like; null if there is none. An address that was paid in a known
 * token imitates nobody, but an address that was found to imitate a paid one stays an imitation, even after it is paid.
 *
 * Paid addresses come first. Any contract can write a payment to an address of its choice, so an address that only worthless
 * tokens name decides nothing: it may itself be the fake.
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

/**
 * The counterparty that the address resembles most, if it resembles any enough; among equals the latest paid.
 * @param proven whether proven or unproven counterparties are compared
 */
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

/** Burn addresses and the chains' own contracts begin with 20 zeros or more; nobody can make an address with so many. */
const nobodysAddress = /^0x0{20}/;

function isSoonAfter({ lastPaidAt }: Counterparty, time: string | null): boolean {
  if (lastPaidAt === null || time === null) return false;
  const passed = Date.parse(time) - Date.parse(lastPaidAt);
  return passed >= 0 && passed <= soonAfter;
}
