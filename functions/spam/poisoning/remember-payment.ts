import type { Address } from '../../chain/address.ts';
import { isKnownToken, isSurelyReal } from '../known-token.ts';
import { spamThreshold } from '../weights.ts';
import { otherSide, type PaidAddress, type PoisoningEvidence } from './evidence.ts';
import { findLookalike, isAlike } from './find-lookalike.ts';

/** Keeps the item of the State table small, and lookalikes by chance improbable. */
export const maxCounterparties = 200;

/** Newest first. Unproven payees make room for a proven one, and leave if they resemble it. @param time ISO */
export function rememberPayment(
  known: readonly PaidAddress[],
  address: Address,
  time: string | null,
  proven: boolean,
): readonly PaidAddress[] {
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

/** A token with at least half of spam's score may be made up to plant a payee. */
const maxDoubt = spamThreshold / 2;

/**
 * Whether the wallet itself paid the receiver. Anybody can write a zero transfer, or one of a token that he made, in the wallet's
 * name: that must not plant an imitation among the payees or push others out. Surely real tokens count even if flagged as spam.
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
  return !counterparties.some(({ address }) => isAlike(receiver, address));
}
