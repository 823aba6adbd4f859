import type { Address } from '../../chain/address.ts';
import { directionFor, type Transfer } from '../../transfer/transfer.ts';
import { dropRepeats } from '../../transfer/transfer-key.ts';
import type { BlockWindow } from './block-window.ts';

/** The wallet's own transfers within a window, each once: pages shift while they are read, and caches mix things up. */
export function ownTransfers(
  wallet: Address,
  { from, through }: Pick<BlockWindow, 'from' | 'through'>,
  transfers: readonly Transfer[],
): Transfer[] {
  const own = transfers
    .filter(({ blockNumber }) => blockNumber >= from && blockNumber <= (through ?? blockNumber))
    .flatMap((transfer) => ofWallet(wallet, transfer));
  return dropRepeats(own);
}

/** Drops what is somebody else's; a receiver that the API leaves out is the wallet (see directionFor). */
function ofWallet(wallet: Address, transfer: Transfer): Transfer[] {
  const direction = directionFor(wallet, transfer);
  if (direction === null) return [];
  return [direction === 'in' ? { ...transfer, to: { ...transfer.to, address: wallet } } : transfer];
}
