import type { Watch } from './watch.ts';

/**
 * One watch is one wallet on one chain, however its row is spelled. By the chain's id: a release may give a name to a chain
 * that went by its id, or another name, and the watch must stay the same.
 */
export function watchKey(watch: Pick<Watch, 'wallet' | 'chain'>): string {
  return keyOf(watch.wallet, watch.chain.id);
}

/**
 * The key that version 0.1 kept a watch under: by the chain's name. What it left under it is read where there is nothing
 * under the watch's own key.
 */
export function formerWatchKey(watch: Pick<Watch, 'wallet' | 'chain'>): string {
  return keyOf(watch.wallet, watch.chain.name);
}

/** A watch's key, or that of any item of the State table, from its parts. @param chain its id */
export function keyOf(wallet: string, chain: string): string {
  return `${wallet}#${chain}`;
}
