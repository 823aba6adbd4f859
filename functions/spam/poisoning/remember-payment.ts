import type { Address } from '../../chain/address.ts';
import { isKnownToken, isSurelyReal } from '../known-token.ts';
import { spamThreshold } from '../weights.ts';
import { alikeDigits, alikeness } from './alike-digits.ts';
import { type Counterparty, otherSide, type PoisoningEvidence } from './evidence.ts';
import { findLookalike } from './find-lookalike.ts';

/** Keeps the item of the State table small, and lookalikes by chance improbable. */
export const maxCounterparties = 200;

/**
 * The counterparties after this payment, newest payment first. A payment that is found late does not change a later one's
 * time. A proven payee always finds room: unproven ones are removed first, and at once if they resemble the payee, because
 * made-up payments name such addresses.
 * @param time ISO time of the payment's block, if known
 * @param proven no stranger can make up the token
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

/** An unknown token with half of spam's score may be made up to plant a payee. */
const maxDoubt = spamThreshold / 2;

/**
 * Whether the wallet itself paid the receiver, so that it may enter `counterparties`. Anybody can make a zero-value
 * transfer look as if the wallet had sent it, and their own token can claim any amount. Such a transfer must not plant an
 * imitation among the paid addresses (nobody would be warned of it), push others out, or change their entries.
 *
 * So a payment in a token that no stranger can make up counts, unless its receiver imitates another address. A payment in
 * any other token counts if the verdict has little against it, its receiver resembles no counterparty, and there is room.
 * A surely real token counts even if the API flags it as spam, because anybody may report a token.
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
