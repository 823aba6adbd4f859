import type { Address } from '../../chain/address.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Verdict } from '../verdict.ts';
import type { Imitation } from './imitations.ts';

/** Whom the wallet has paid. */
export interface Counterparty {
  readonly address: Address;
  /** ISO time of the newest payment. */
  readonly lastPaidAt: string | null;
  /** Paid in a token that no stranger can make up; else somebody may have written the payment. */
  readonly proven: boolean;
}

/** Everything that decides whether a transfer is poisoning, or a payment worth remembering. */
export interface PoisoningEvidence {
  /** As the watched wallet sees it. */
  readonly transfer: DescribedTransfer;
  readonly verdict: Pick<Verdict, 'spam' | 'score'>;
  readonly watch: Pick<Watch, 'chain' | 'trustedTokens'>;
  /** Whom the wallet had paid when the transfer was mined, newest first. */
  readonly counterparties: readonly Counterparty[];
  /** What the other side was found to be before this transfer; null: no imitation. */
  readonly remembered: Imitation | null;
}

/** Whom the wallet dealt with; null for itself, and where the API leaves it out. */
export function otherSide({ direction, from, to }: DescribedTransfer): Address | null {
  if (direction === 'self') return null;
  return direction === 'in' ? from.address : to.address;
}
