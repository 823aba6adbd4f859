import type { Chain } from '../chain/chain.ts';
import type { SeenTransfer, WalletState } from '../wallet/wallet-state.ts';

/** At about 40 bytes each this leaves most of an item's 400 KB to the outbox. */
const mostSeen = 3_000;
const mostGone = 300;

/** First block of the next read: the stored block less the chain's re-scan depth. Null while there is no stored block. */
export function rescanFrom({ block, seenFrom, start, seen }: WalletState, chain: Chain): number | null {
  const begin = start?.block ?? 0;
  if (block === null) return begin > 0 ? begin : null;
  // What the last read missed is looked for once more, also where the window has moved on.
  const missed = seen
    .values()
    .filter(({ status }) => status === 'missed')
    .reduce((lowest, at) => Math.min(lowest, at.block), Number.POSITIVE_INFINITY);
  return Math.max(Math.min(block - chain.rescanBlocks, missed), seenFrom, begin, 0);
}

/**
 * What `seen` must keep for the next read's window. Where it would grow too large the window narrows, by whole blocks:
 * a block that is read again must be in `seen` whole. What was taken back is kept beyond the window: a dropped
 * transaction may be mined again hours later, and is then told under a new id.
 */
export function fitToWindow(
  seen: ReadonlyMap<string, SeenTransfer>,
  state: WalletState,
  chain: Chain,
): Pick<WalletState, 'seen' | 'seenFrom'> {
  const from = rescanFrom({ ...state, seen }, chain) ?? 0;
  const gone = Array.from(seen)
    .filter(([, { status }]) => status === 'gone')
    .slice(-mostGone);
  const within = Array.from(seen).filter(([, { block, status }]) => status !== 'gone' && block >= from);
  const seenFrom =
    within.length <= mostSeen ? state.seenFrom : narrowedFrom(within.map(([, { block }]) => block));
  return { seen: new Map([...gone, ...within.filter(([, { block }]) => block >= seenFrom)]), seenFrom };
}

function narrowedFrom(blocks: readonly number[]): number {
  const newestFirst = blocks.toSorted((a, b) => b - a);
  return Math.min((newestFirst[mostSeen - 1] ?? 0) + 1, newestFirst[0] ?? 0);
}
