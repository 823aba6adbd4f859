import type { PoisoningAlert } from '../alert.ts';
import { graded } from '../severity.ts';
import { alertCoinOf, alertTransferOf, verdictOf, walletOf } from './alert-parts.ts';
import { lookalikeOf, type TransferInput } from './compose-transfer.ts';

/** What a poisoning warning is made of; its id comes from poisoningAlertId or alikeAlertId. */
export interface PoisoningInput extends TransferInput {
  /** How many more lookalikes the poll showed. */
  readonly others: number;
}

/** The warning that stands in place of the alert of the transfer that put a lookalike into the wallet's history. */
export function composePoisoningAlert({
  watch,
  transfer,
  verdict,
  lookalike,
  counterparty,
  others,
  id,
  detectedAt,
}: PoisoningInput): PoisoningAlert {
  return graded({
    version: 1,
    id,
    type: 'wallet.poisoning',
    wallet: walletOf(watch),
    transfer: alertTransferOf(transfer, watch),
    counterparty,
    lookalike: lookalikeOf(lookalike),
    marked: true,
    others,
    coin: transfer.coin && alertCoinOf(transfer.coin),
    verdict: verdictOf(verdict),
    detectedAt,
  });
}
