import { isKnownToken } from '../known-token.ts';
import { otherSide, type PoisoningEvidence } from './evidence.ts';
import { isRealPayment } from './is-real-payment.ts';
import { type Counterparty, rememberPayment } from './remember-payment.ts';

/**
 * Whom the wallet has paid once this transfer is dealt with. Transfers are to be taken one by one in chain order: what
 * comes minutes after a payment is judged by it.
 */
export function counterpartiesAfter(evidence: PoisoningEvidence): readonly Counterparty[] {
  const { transfer, watch, counterparties } = evidence;
  const receiver = otherSide(transfer);
  if (receiver === null || !isRealPayment(evidence)) return counterparties;
  const proven = isKnownToken(transfer.token, watch);
  return rememberPayment(counterparties, receiver, transfer.blockTimestamp, proven);
}
