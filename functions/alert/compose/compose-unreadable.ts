import { explorerUrl } from '../../chain/chains.ts';
import type { UnreadableTransfer } from '../../transfer/source.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { UnreadableAlert } from '../alert.ts';
import { graded } from '../severity.ts';
import { walletOf } from './alert-parts.ts';

/** What the alert of an entry that could not be read is made of. */
export interface UnreadableInput {
  readonly watch: Watch;
  readonly entry: UnreadableTransfer;
  /** How many more of the same poll could not be read. */
  readonly others: number;
  /** From unreadableAlertId. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/** The alert that something of a wallet could not be read, as far as anything of it can be told. */
export function composeUnreadableAlert({
  watch,
  entry: { transactionHash, blockNumber, reason },
  others,
  id,
  detectedAt,
}: UnreadableInput): UnreadableAlert {
  return graded({
    version: 1,
    id,
    type: 'entry.unreadable',
    wallet: walletOf(watch),
    entry: {
      transactionHash,
      blockNumber,
      reason: reason.slice(0, 300),
      explorerUrl: explorerUrl(watch.chain, transactionHash),
      others,
    },
    coin: null,
    verdict: null,
    detectedAt,
  });
}
