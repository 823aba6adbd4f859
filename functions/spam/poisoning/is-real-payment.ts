import { isKnownToken } from '../known-token.ts';
import { spamThreshold } from '../weights.ts';
import { alikeDigits, alikeness } from './alike-digits.ts';
import { otherSide, type PoisoningEvidence } from './evidence.ts';
import { findLookalike } from './find-lookalike.ts';
import { maxCounterparties } from './remember-payment.ts';

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
 */
export function isRealPayment(evidence: PoisoningEvidence): boolean {
  const { transfer, verdict, watch, counterparties, remembered } = evidence;
  const receiver = otherSide(transfer);
  if (transfer.direction !== 'out' || receiver === null || transfer.value === 0n || verdict.spam)
    return false;
  if (isKnownToken(transfer.token, watch)) return findLookalike(evidence) === null;
  if (verdict.score >= maxDoubt || remembered !== null) return false;
  const before = counterparties.find(({ address }) => address === receiver);
  if (before !== undefined) return !before.proven;
  if (counterparties.length >= maxCounterparties) return false;
  return counterparties.every(({ address }) => alikeness(alikeDigits(receiver, address)) === 0);
}
