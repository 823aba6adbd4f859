import type { Address } from '../chain/address.ts';
import type { Direction, Transfer } from './transfer.ts';

/**
 * The transfer's direction as the watched wallet sees it; null where it is on neither side, so that the transfer is
 * somebody else's. The API leaves out some receivers (since 2024-07): it lists transfers of the wallet alone, so a
 * missing receiver of another's payment is the wallet.
 */
export function directionFor(wallet: Address, transfer: Pick<Transfer, 'from' | 'to'>): Direction | null {
  const sent = transfer.from.address === wallet;
  const received = transfer.to.address === wallet || (transfer.to.address === null && !sent);
  if (sent && received) return 'self';
  if (sent) return 'out';
  return received ? 'in' : null;
}
