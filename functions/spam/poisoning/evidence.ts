import type { Address } from '../../chain/address.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Verdict } from '../verdict.ts';
import type { Imitation } from './imitations.ts';

/** An address that the wallet has paid, or that a token claims it paid. */
export interface Counterparty {
  readonly address: Address;
  /** ISO time of the newest payment. */
  readonly lastPaidAt: string | null;
  /** True: paid some value in a known token. False: only tokens that anybody can make claim it, and texts never say "paid". */
  readonly proven: boolean;
}

/** Everything that decides whether a transfer is poisoning, or a payment worth remembering. */
export interface PoisoningEvidence {
  /** As the watched wallet sees it. */
  readonly transfer: DescribedTransfer;
  readonly verdict: Pick<Verdict, 'spam' | 'score'>;
  readonly watch: Pick<Watch, 'chain' | 'trustedTokens'>;
  /** The addresses that the wallet had paid when the transfer was mined, newest first. */
  readonly counterparties: readonly Counterparty[];
  /** The other side, if it was found to be an imitation before this transfer; otherwise null. */
  readonly remembered: Imitation | null;
}

/** The address that the wallet dealt with; null if it is the wallet itself, or if the API leaves it out. */
export function otherSide({
  direction,
  from,
  to,
}: Pick<DescribedTransfer, 'direction' | 'from' | 'to'>): Address | null {
  if (direction === 'self') return null;
  return direction === 'in' ? from.address : to.address;
}
