import type { Watch } from './watch.ts';

/** One watch is one wallet on one chain, however its row is spelled. */
export function watchKey(watch: Pick<Watch, 'wallet' | 'chain'>): string {
  return keyOf(watch.wallet, watch.chain.name);
}

/** A watch's key, or that of any item of the State table, from its parts. @param chain its name */
export function keyOf(wallet: string, chain: string): string {
  return `${wallet}#${chain}`;
}
