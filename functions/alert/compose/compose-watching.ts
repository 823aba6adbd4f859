import type { Watch } from '../../wallet/watch.ts';
import type { WatchingAlert } from '../alert.ts';
import { graded } from '../severity.ts';
import { walletOf } from './alert-parts.ts';

/** What the alert of a wallet's first poll is made of. */
export interface WatchingInput {
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
}: WatchingInput): WatchingAlert {
  return graded({
    version: 1,
    id,
    type: 'wallet.watching',
    wallet: walletOf(watch),
    since,
    fromBlock,
    coin: null,
    verdict: null,
    detectedAt,
  });
}
