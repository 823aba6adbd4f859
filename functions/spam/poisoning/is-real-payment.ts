import { spamThreshold } from '../weights.ts';
import { alikeDigits, alikeness } from './alike-digits.ts';
import { isKnownToken, otherSide, type PoisoningEvidence } from './evidence.ts';
import { findLookalike } from './find-lookalike.ts';
import { mostCounterparties } from './remember-payment.ts';

/** An unknown token that is half-way to spam may well be made up for this. */
const mostDoubt = spamThreshold / 2;

/**
 * Whether the wallet itself paid the receiver, so that it may enter `counterparties`. Anybody can make a transfer of
 * nothing look as if the wallet had sent it, and a token of their own can claim any amount. What that must not do is
 * plant an imitation among the addresses that were paid (it would never be warned of), or push those out.
 *
 * So a payment counts in a token that the API has verified or the row trusts. In any other it counts where the verdict
 * has little against it, its receiver resembles nobody who was paid, and there is still room in the list.
 */
export function isRealPayment(evidence: PoisoningEvidence): boolean {
  const { transfer, verdict, counterparties } = evidence;
  const receiver = otherSide(transfer);
  if (transfer.direction !== 'out' || receiver === null || transfer.value === 0n || verdict.spam)
    return false;
  if (isKnownToken(evidence)) return findLookalike(evidence) === null;
  if (verdict.score >= mostDoubt) return false;
  if (counterparties.some(({ address }) => address === receiver)) return true;
  if (counterparties.length >= mostCounterparties) return false;
  return counterparties.every(({ address }) => alikeness(alikeDigits(receiver, address)) === 0);
}
