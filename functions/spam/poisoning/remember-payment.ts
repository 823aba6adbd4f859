import type { Address } from '../../chain/address.ts';
import { isKnownToken, isSurelyReal } from '../known-token.ts';
import { spamThreshold } from '../weights.ts';
import { alikeDigits, alikeness } from './alike-digits.ts';
import { type Counterparty, otherSide, type PoisoningEvidence } from './evidence.ts';
import { findLookalike } from './find-lookalike.ts';

/** So many addresses keep an item of the State table small, and a lookalike by chance improbable. */
export const maxCounterparties = 200;

/**
 * The counterparties once this one is paid, newest payment first. A payment that is heard of late leaves a later one's
 * time as it stands. Who was paid for certain always finds room: those of whom only an unknown token says so go first,
 * and at once where they resemble it, for that is what somebody would make up.
 * @param time ISO time of the payment's block, if known
 * @param proven the token is none that a stranger can make up
 */
export function rememberPayment(
  known: readonly Counterparty[],
  address: Address,
  time: string | null,
  proven: boolean,
): readonly Counterparty[] {
  const before = known.find((one) => one.address === address);
  const paidAt = before?.lastPaidAt ?? null;
  const lastPaidAt = paidAt !== null && (time === null || paidAt > time) ? paidAt : time;
  const others = known.filter(
    (one) => one.address !== address && !(proven && !one.proven && isAlike(one.address, address)),
  );
  const paid = [{ address, lastPaidAt, proven: proven || before?.proven === true }, ...others];
  if (paid.length <= maxCounterparties) return paid;
  const leaves = paid.findLastIndex((one) => !one.proven);
  return paid.toSpliced(leaves > 0 ? leaves : -1, 1);
}

function isAlike(a: Address, b: Address): boolean {
  return alikeness(alikeDigits(a, b)) > 0;
}

/** An unknown token that is half-way to spam may well be made up for this. */
const maxDoubt = spamThreshold / 2;

/**
 * Whether the wallet itself paid the receiver, so that it may enter `counterparties`. Anybody can make a transfer of
 * nothing look as if the wallet had sent it, and a token of their own can claim any amount. What that must not do is
 * plant an imitation among the addresses that were paid (it would never be warned of), push those out, or change what is
 * known of them.
 *
 * So a payment counts in a token that no stranger can make up, unless its receiver imitates another. In any other token
 * it counts where the verdict has little against it, its receiver resembles nobody who was paid, and there is still room.
 * Anybody may report a token to the API as spam: of a surely real one that changes nothing.
 */
export function isRealPayment(evidence: PoisoningEvidence): boolean {
  const { transfer, verdict, watch, counterparties, remembered } = evidence;
  const receiver = otherSide(transfer);
  if (transfer.direction !== 'out' || receiver === null || transfer.value === 0n) return false;
  if (verdict.spam && !isSurelyReal(transfer.token, watch)) return false;
  if (isKnownToken(transfer.token, watch)) return findLookalike(evidence)?.proven !== true;
  if (verdict.score >= maxDoubt || remembered !== null) return false;
  const before = counterparties.find(({ address }) => address === receiver);
  if (before !== undefined) return !before.proven;
  if (counterparties.length >= maxCounterparties) return false;
  return counterparties.every(({ address }) => alikeness(alikeDigits(receiver, address)) === 0);
}
