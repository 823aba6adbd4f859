import type { Address } from '../../chain/address.ts';
import type { Counterparty } from '../../wallet/wallet-state.ts';
import { alikeDigits, alikeness } from './alike-digits.ts';
import { isKnownToken, otherSide, type PoisoningEvidence } from './evidence.ts';
import { type Worth, worthOf } from './worth.ts';

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

/**
 * Digits in common, at least three at each end, that it takes to warn: the more a transfer is worth, the surer we must
 * be, for the warning stands in place of its alert. docs/poisoning.md has the chance of each by accident.
 */
const digitsNeeded: Readonly<Record<Worth, number>> = { nothing: 7, little: 8, money: 10 };

/** Poisoners come within minutes of a payment. One digit less will do then, for only the last few paid can be meant. */
const soonAfter = 30 * 60_000;
const lastFew = 5;

/**
 * The address that this transfer puts before the wallet's owner in place of one that the wallet paid, or null. An
 * address that was itself paid imitates nobody. The closest resemblance counts, among equals the latest paid.
 */
export function findLookalike(evidence: PoisoningEvidence): Lookalike | null {
  const { transfer, counterparties } = evidence;
  const address = otherSide(transfer);
  if (address === null || nobodysAddress.test(address)) return null;
  const worth = worthOf(evidence);
  // Only the wallet itself can send a token that is no fake: that is a payment, told as one.
  if (transfer.direction === 'out' && worth !== 'nothing' && isKnownToken(evidence)) return null;

  let found: Lookalike | null = null;
  let most = 0;
  for (const [place, paid] of counterparties.entries()) {
    if (paid.address === address) return null;
    const alike = alikeDigits(address, paid.address);
    const digits = alikeness(alike);
    const soon = place < lastFew && isSoonAfter(paid, transfer.blockTimestamp);
    if (digits <= most || digits < digitsNeeded[worth] - (soon ? 1 : 0)) continue;
    found = { address, imitates: paid.address, lastPaidAt: paid.lastPaidAt, ...alike };
    most = digits;
  }
  return found;
}

/** Burn addresses and the chains' own contracts share 20 zeros and more; no one can make an address with so many. */
const nobodysAddress = /^0x0{20}/;

function isSoonAfter({ lastPaidAt }: Counterparty, time: string | null): boolean {
  if (lastPaidAt === null || time === null) return false;
  const passed = Date.parse(time) - Date.parse(lastPaidAt);
  return passed >= 0 && passed <= soonAfter;
}
