import type { RevertedAlert, TransferAlert } from '../alert.ts';
import { graded } from '../severity.ts';

/** What the alert that takes another back is made of. */
export interface RevertedInput {
  /** As it was told. */
  readonly takenBack: TransferAlert;
  /** From revertedAlertId. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly detectedAt: string;
}

/**
 * The alert that a transfer is not on the chain any more. All that was told of it stands as it was, so that a reader
 * who never got the first alert knows what this is about.
 */
export function composeRevertedAlert({ takenBack, id, detectedAt }: RevertedInput): RevertedAlert {
  const { wallet, transfer, counterparty, lookalike, marked, coin, verdict } = takenBack;
  return graded({
    version: 1,
    id,
    type: 'transfer.reverted',
    wallet,
    reverts: takenBack.id,
    transfer,
    counterparty,
    lookalike,
    marked,
    coin,
    verdict,
    detectedAt,
  });
}
