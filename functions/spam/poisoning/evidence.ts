import type { Address } from '../../chain/address.ts';
import type { DescribedTransfer } from '../../transfer/transfer.ts';
import type { Watch } from '../../wallet/watch.ts';
import type { Verdict } from '../verdict.ts';
import type { Imitation } from './imitations.ts';

export interface Counterparty {
  readonly address: Address;
  readonly lastPaidAt: string | null;
  /** Paid in a known token. False: only tokens that anybody can make claim it, and texts never say "paid". */
  readonly proven: boolean;
}

export interface PoisoningEvidence {
  readonly transfer: DescribedTransfer;
  readonly verdict: Pick<Verdict, 'spam' | 'score'>;
  readonly watch: Pick<Watch, 'chain' | 'trustedTokens'>;
  /** Paid before the transfer was mined, newest first. */
  readonly counterparties: readonly Counterparty[];
  /** The other side, if an earlier transfer showed it to be an imitation. */
  readonly remembered: Imitation | null;
}

/** Null: the wallet itself, or an address that the API leaves out. */
export function otherSide({
  direction,
  from,
  to,
}: Pick<DescribedTransfer, 'direction' | 'from' | 'to'>): Address | null {
  if (direction === 'self') return null;
  return direction === 'in' ? from.address : to.address;
}
