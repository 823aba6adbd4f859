import { createHash } from 'node:crypto';
import type { Address } from '../chain/address.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';

/**
 * The wallets of a chain that a scan looked for, in 64 buckets by a hash. The chain's record keeps one sum of hashes for each
 * bucket. The wallets themselves are kept in memory: after a cold start, all wallets of a bucket whose sum has changed are new.
 */
export interface Roster {
  readonly prints: ReadonlyMap<Address, number>;
  readonly sums: readonly number[];
}

const buckets = 64;
const bytesPerPrint = 6;

export function rosterOf(watches: readonly Pick<Watch, 'wallet' | 'chain'>[]): Roster {
  const prints = new Map<Address, number>();
  const sums = Array<number>(buckets).fill(0);
  for (const watch of watches) {
    const print = createHash('sha256').update(watchKey(watch)).digest().readUIntBE(0, bytesPerPrint);
    prints.set(watch.wallet, print);
    sums[print % buckets] = ((sums[print % buckets] ?? 0) + print) % 2 ** (8 * bytesPerPrint);
  }
  return { prints, sums };
}

/**
 * The wallets that were added, resumed or put again since the last scan, which did not look for them.
 * @param before the sums as the last scan left them; empty: nothing was scanned yet
 * @param known the last roster that this process has seen
 */
export function newcomersOf(now: Roster, before: readonly number[], known: Roster | undefined): Address[] {
  if (before.length === 0) return [];
  const newcomers: Address[] = [];
  for (const [wallet, print] of now.prints) {
    const at = print % buckets;
    const isKnown = known?.sums[at] === before[at] && known?.prints.has(wallet);
    if (now.sums[at] !== before[at] && !isKnown) newcomers.push(wallet);
  }
  return newcomers;
}
