import type { Watch } from './watch.ts';

/** One watch is one wallet on one chain, however its row is spelled. */
export function watchKey(watch: Pick<Watch, 'wallet' | 'chain'>): string {
  return `${watch.wallet}#${watch.chain.name}`;
}
