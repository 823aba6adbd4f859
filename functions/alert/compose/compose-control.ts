import { explorerUrl } from '../../chain/chains.ts';
import type { ControlEvent } from '../../node/node-event.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { ControlAlert } from '../alert.ts';
import { graded } from '../severity.ts';
import { walletOf } from './alert-parts.ts';

/** The alert that someone else can move the wallet's money, or no longer can. @param detectedAt ISO 8601 UTC */
export function composeControlAlert(
  { what, before, after, transactionHash, blockNumber }: ControlEvent,
  watch: Watch,
  id: string,
  detectedAt: string,
): ControlAlert {
  return graded({
    version: 1,
    id,
    type: 'control.changed',
    wallet: walletOf(watch),
    control: {
      what,
      before,
      after,
      transactionHash,
      blockNumber,
      explorerUrl: explorerUrl(watch.chain, transactionHash),
    },
    coin: null,
    verdict: null,
    detectedAt,
  });
}
