import type { Chain } from '../../chain/chains.ts';
import type { WalletState } from '../../state/wallet-state.ts';
import type { SeenTransfer } from '../../transfer/compare-with-seen.ts';

/**
 * First block of the next read up to the head: the stored block less the chain's re-scan depth, or further back where
 * something that was published waits for its last look. Null while there is no stored block.
 */
export function rescanFrom(
  {
    block,
    seenFrom,
    denseTo,
    start,
    seen,
  }: Pick<WalletState, 'block' | 'seenFrom' | 'denseTo' | 'start' | 'seen'>,
  chain: Pick<Chain, 'rescanBlocks'>,
): number | null {
  const begin = start?.block ?? 0;
  if (block === null) return begin > 0 ? begin : null;
  const depth = Math.min(block - chain.rescanBlocks, lowestBlock(seen, awaitsLastLook));
  return Math.max(depth, seenFrom, denseTo, begin, 0);
}

/** The lowest block of what the last read missed; infinity: nothing. */
export function lowestMissing(seen: WalletState['seen']): number {
  return lowestBlock(seen, ({ status }) => status === 'missing');
}

/**
 * It was published, and no complete read has shown since it was old enough whether it still stands: an entry that can't be
 * read may have kept all of them incomplete while the stored block went on. One without a time would wait for ever.
 */
function awaitsLastLook({ status, minedAt }: SeenTransfer): boolean {
  return status === 'missing' || (status === 'published' && minedAt !== null);
}

function lowestBlock(seen: WalletState['seen'], isOne: (one: SeenTransfer) => boolean): number {
  return seen
    .values()
    .filter(isOne)
    .reduce((lowest, { block }) => Math.min(lowest, block), Number.POSITIVE_INFINITY);
}
