import type { Chain } from '../chain/chain.ts';
import type { SeenTransfer, WalletState } from '../wallet/wallet-state.ts';

/** At about 40 bytes each this leaves most of an item's 400 KB to the outbox. */
const mostSeen = 4_000;

/** First block of the next read: the stored block less the chain's re-scan depth. Null while there is no stored block. */
export function rescanFrom({ block, seenFrom, start }: WalletState, chain: Chain): number | null {
  const begin = start?.block ?? 0;
  if (block === null) return begin > 0 ? begin : null;
  return Math.max(block - chain.rescanBlocks, seenFrom, begin, 0);
}

/**
 * What `seen` must keep for the next read's window. Where it would grow too large the window narrows, by whole blocks:
 * a block that is read again must be in `seen` whole.
 */
export function fitToWindow(
  seen: ReadonlyMap<string, SeenTransfer>,
  state: WalletState,
  chain: Chain,
): Pick<WalletState, 'seen' | 'seenFrom'> {
  const from = rescanFrom(state, chain) ?? 0;
  const within = Array.from(seen).filter(([, { block }]) => block >= from);
  if (within.length <= mostSeen) return { seen: new Map(within), seenFrom: state.seenFrom };
  const blocks = within.map(([, { block }]) => block).sort((a, b) => b - a);
  const newest = blocks[0] ?? 0;
  const seenFrom = Math.min((blocks[mostSeen - 1] ?? 0) + 1, newest);
  return { seen: new Map(within.filter(([, { block }]) => block >= seenFrom)), seenFrom };
}
