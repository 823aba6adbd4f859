import type { Address } from '../../chain/address.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Verdict } from '../verdict.ts';
import type { Imitation } from './imitations.ts';

/** Whom the wallet has paid, or who a token says was paid. */
export interface Counterparty {
  readonly address: Address;
  /** ISO time of the newest payment. */
  readonly lastPaidAt: string | null;
  /** Paid some value in a known token. False: only tokens that anybody can make say so, and texts never say "paid". */
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
export function otherSide({
  direction,
  from,
  to,
}: Pick<DescribedTransfer, 'direction' | 'from' | 'to'>): Address | null {
  if (direction === 'self') return null;
  return direction === 'in' ? from.address : to.address;
}
