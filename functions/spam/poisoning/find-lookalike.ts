import type { Address } from '../../chain/address.ts';
import { alikeDigits, alikeness, alikenessBeyondZeros, mayBeAlike } from './alike-digits.ts';
import { type Counterparty, otherSide, type PoisoningEvidence } from './evidence.ts';
import { isMoney, type ValueClass, valueClassOf } from './value-class.ts';

/** An address made to be taken for one that the wallet paid. */
export interface Lookalike {
  /** The imitation. */
  readonly address: Address;
  /** The address that the wallet did pay. */
  readonly imitates: Address;
  /** ISO time of the newest payment to it. */
  readonly lastPaidAt: string | null;
  /** Hex digits alike from the `0x` on. */
  readonly samePrefix: number;
  /** Hex digits alike at the end. */
  readonly sameSuffix: number;
}

/** Digits in common, at least three at each end, that it takes: the more a transfer is worth, the surer we must be. */
const digitsNeeded: Readonly<Record<ValueClass, number>> = { dust: 7, small: 8, large: 10 };

/**
 * The same for what the wallet pays to an address that nothing was known of: the last moment to shout, and a false alarm
 * at three in the morning. docs/poisoning.md has the chance of each by accident.
 */
const digitsOfPayment = 8;

/** Poisoners come within minutes of a payment. One digit less will do then, for only the last few paid can be meant. */
const soonAfter = 30 * 60_000;
const lastFew = 5;

/**
 * The address that the other side of this transfer imitates, one that the wallet paid; or null. An address that was
 * found to imitate another stays an imitation, also after it was paid. One that was itself paid imitates nobody. The
 * closest resemblance counts, among equals the latest paid.
 *
 * Real money is compared with those alone that were paid for certain: a stranger can write a payment in a token of his
 * own to an address that resembles an honest one, so that the honest one would look like the imitation.
 */
export function findLookalike(evidence: PoisoningEvidence): Lookalike | null {
  const { transfer, counterparties, remembered } = evidence;
  const address = otherSide(transfer);
  if (address === null || nobodysAddress.test(address)) return null;
  if (remembered?.proven) return lookalikeOf(address, remembered.imitates, counterparties);
  if (counterparties.some((paid) => paid.address === address)) return null;
  const money = isMoney(evidence);
  if (remembered !== null && !money) return lookalikeOf(address, remembered.imitates, counterparties);

  const paidOut = money && transfer.direction === 'out';
  const needed = paidOut ? digitsOfPayment : digitsNeeded[valueClassOf(evidence)];
  let found: Address | null = null;
  let most = 0;
  let place = 0;
  for (const paid of counterparties) {
    if (money && !paid.proven) continue;
    const isOfLastFew = paid.proven && place < lastFew;
    // What was made up pushes nobody out of the last few.
    if (paid.proven) place += 1;
    if (!mayBeAlike(address, paid.address)) continue;
    const soon = isOfLastFew && isSoonAfter(paid, transfer.blockTimestamp);
    const digits = paidOut
      ? alikenessBeyondZeros(address, paid.address)
      : alikeness(alikeDigits(address, paid.address));
    if (digits <= most || digits < needed - (soon ? 1 : 0)) continue;
    found = paid.address;
    most = digits;
  }
  return found === null ? null : lookalikeOf(address, found, counterparties);
}

function lookalikeOf(
  address: Address,
  imitates: Address,
  counterparties: readonly Counterparty[],
): Lookalike {
  const lastPaidAt = counterparties.find((paid) => paid.address === imitates)?.lastPaidAt ?? null;
  return { address, imitates, lastPaidAt, ...alikeDigits(address, imitates) };
}

/** Burn addresses and the chains' own contracts share 20 zeros and more; no one can make an address with so many. */
const nobodysAddress = /^0x0{20}/;

function isSoonAfter({ lastPaidAt }: Counterparty, time: string | null): boolean {
  if (lastPaidAt === null || time === null) return false;
  const passed = Date.parse(time) - Date.parse(lastPaidAt);
  return passed >= 0 && passed <= soonAfter;
}
