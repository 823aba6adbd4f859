import { createHash } from 'node:crypto';
import { type Watch, watchKey } from '../wallet/watch.ts';

/**
 * The wallets of a chain that the last scan looked for, each by six bytes of a hash in one of 64 buckets. A wallet that is
 * not among them was added, resumed or put again since: no scan says anything of the time before. A row that changes costs
 * the write of its bucket.
 */
export type Roster = readonly ReadonlySet<number>[];

const buckets = 64;
export const bytesPerPrint = 6;

export const emptyRoster: Roster = Array.from({ length: buckets }, () => new Set<number>());

/** A wallet's print. The first of its bytes says which bucket it is in. */
export function printOf(watch: Pick<Watch, 'wallet' | 'chain'>): number {
  return createHash('sha256').update(watchKey(watch)).digest().readUIntBE(0, bytesPerPrint);
}

export function bucketOf(print: number): number {
  return Math.floor(print / 2 ** 40) % buckets;
}

export function rosterOf(prints: Iterable<number>): Roster {
  const roster = Array.from({ length: buckets }, () => new Set<number>());
  for (const print of prints) roster[bucketOf(print)]?.add(print);
  return roster;
}

export function isOnRoster(roster: Roster, print: number): boolean {
  return roster[bucketOf(print)]?.has(print) ?? false;
}

/** The buckets in which the two differ. */
export function changedBuckets(before: Roster, after: Roster): number[] {
  return Array.from({ length: buckets }, (_, at) => at).filter((at) => {
    const [old, now] = [before[at] ?? new Set(), after[at] ?? new Set()];
    return old.size !== now.size || old.symmetricDifference(now).size > 0;
  });
}

/** A bucket as bytes, and back. */
export function toBytes(bucket: ReadonlySet<number>): Uint8Array {
  const bytes = Buffer.alloc(bucket.size * bytesPerPrint);
  Array.from(bucket).forEach((print, at) => {
    bytes.writeUIntBE(print, at * bytesPerPrint, bytesPerPrint);
  });
  return bytes;
}

export function fromBytes(bytes: Uint8Array): ReadonlySet<number> {
  const view = Buffer.from(bytes);
  return new Set(
    Array.from({ length: Math.floor(view.length / bytesPerPrint) }, (_, at) =>
      view.readUIntBE(at * bytesPerPrint, bytesPerPrint),
    ),
  );
}
