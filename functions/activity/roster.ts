import { createHash } from 'node:crypto';
import type { Address } from '../chain/address.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';

/** A chain's wallets in 64 buckets, with a sum of hashes in its record. After a cold start a changed bucket's wallets are new. */
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

/** Wallets added, resumed or put again since the last scan. @param before its sums @param known this process's last roster */
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
