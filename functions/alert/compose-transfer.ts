import type { Verdict } from '../spam/verdict.ts';
import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { TransferAlert } from './alert.ts';
import { alertCoinOf, alertTransferOf } from './alert-transfer.ts';
import { verdictOf } from './alert-verdict.ts';
import { walletOf } from './alert-wallet.ts';

const types = { in: 'transfer.received', out: 'transfer.sent', self: 'transfer.self' } as const;

/** What a transfer's alert is made of. */
export interface TransferNews {
  readonly watch: Watch;
  readonly transfer: DescribedTransfer;
  readonly verdict: Verdict;
  /** From transferAlertId. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/** The alert of one transfer. Every text that others wrote is cleaned here, once, for all forms of the alert. */
export function composeTransferAlert({
  watch,
  transfer,
  verdict,
  id,
  detectedAt,
}: TransferNews): TransferAlert {
  return {
    version: 1,
    id,
    type: types[transfer.direction],
    wallet: walletOf(watch),
    transfer: alertTransferOf(transfer, watch),
    coin: transfer.coin && alertCoinOf(transfer.coin),
    verdict: verdictOf(verdict),
    detectedAt,
  };
}
