import type { Verdict } from '../spam/verdict.ts';
import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { TransferAlert, WatchingAlert } from './alert.ts';
import { alertCoinOf, alertTransferOf } from './compose-transfer.ts';
import { verdictOf } from './compose-verdict.ts';
import { walletOf } from './compose-wallet.ts';

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

/** What the alert of a wallet's first poll is made of. */
export interface WatchingNews {
  readonly watch: Watch;
  /** From watchingAlertId. */
  readonly id: string;
  /** ISO 8601 UTC of the first poll: transfers mined from here on are told. */
  readonly since: string;
  /** First block told; null where the row gave none. */
  readonly fromBlock: number | null;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/** The alert that says a wallet is watched from now on. */
export function composeWatchingAlert({
  watch,
  id,
  since,
  fromBlock,
  detectedAt,
}: WatchingNews): WatchingAlert {
  return {
    version: 1,
    id,
    type: 'wallet.watching',
    wallet: walletOf(watch),
    since,
    fromBlock,
    coin: null,
    verdict: null,
    detectedAt,
  };
}
