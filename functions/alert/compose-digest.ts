import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { DigestAlert } from './alert.ts';
import { alertTransferOf } from './alert-transfer.ts';
import { walletOf } from './alert-wallet.ts';
import { digestTotals } from './digest-totals.ts';
import { largestTransfers } from './largest-transfers.ts';

/** What one digest is made of. */
export interface DigestNews {
  readonly watch: Watch;
  /** Those to tell, one at least, in chain order and of one direction. */
  readonly transfers: readonly DescribedTransfer[];
  /** How many of the same poll were hidden as spam. */
  readonly hidden: number;
  /** From digestAlertId. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/**
 * Many transfers in one alert, whatever its size and directions: composeDigestAlerts keeps these apart, and to the bounds
 * of SNS.
 */
export function composeDigestAlert({ watch, transfers, hidden, id, detectedAt }: DigestNews): DigestAlert {
  const blocks = transfers.map(({ blockNumber }) => blockNumber);
  return {
    version: 1,
    id,
    type: 'transfers.digest',
    wallet: walletOf(watch),
    digest: {
      count: transfers.length,
      fromBlock: Math.min(...blocks),
      toBlock: Math.max(...blocks),
      totals: digestTotals(transfers, watch),
      largest: largestTransfers(transfers, watch).map((transfer) => alertTransferOf(transfer, watch)),
      hidden,
    },
    coin: null,
    verdict: null,
    detectedAt,
  };
}
