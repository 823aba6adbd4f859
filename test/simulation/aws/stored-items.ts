import type { Item } from './expression.ts';

/** An item as of a moment; undefined if it did not exist then. */
interface Version {
  readonly since: number;
  readonly item: Item | undefined;
}

const keySeparator = '|';

/** The two key attributes as one string. */
export function itemKey(partition: unknown, sort: unknown): string {
  return `${partition}${keySeparator}${sort}`;
}

/** How long DynamoDB may show an older version, milliseconds. */
export const longestLag = 3_000;

/** The keys of one partition, and whether they are in order. */
interface Partition {
  readonly keys: string[];
  isSorted: boolean;
}

/**
 * A table's items with their recent versions, which an inconsistent read may show. Keys are those that
 * `itemKey` makes.
 */
export class StoredItems {
  private readonly versions = new Map<string, readonly Version[]>();
  private readonly partitions = new Map<string, Partition>();
  private readonly now: () => number;
  private all: readonly string[] | null = null;

  constructor(now: () => number) {
    this.now = now;
  }

  /** The keys of all items in order. The same list until an item is added or deleted. */
  allKeys(): readonly string[] {
    this.all ??= Array.from(this.entries(), ([key]) => key).sort();
    return this.all;
  }

  /** The keys of a partition in order, including those of deleted items. */
  keysOf(partition: string): readonly string[] {
    const known = this.partitions.get(partition);
    if (known === undefined) return [];
    if (!known.isSorted) known.keys.sort();
    known.isSorted = true;
    return known.keys;
  }

  /** @param lag milliseconds that the reader's copy is behind */
  get(key: string, lag = 0): Item | undefined {
    return this.versions.get(key)?.findLast(({ since }) => lag === 0 || since <= this.now() - lag)?.item;
  }

  set(key: string, item: Item | undefined): void {
    const now = this.now();
    const before = this.versions.get(key) ?? [];
    if (before.length === 0) this.index(key);
    if ((before.at(-1)?.item === undefined) !== (item === undefined)) this.all = null;
    const oldest = before.findLastIndex(({ since }) => since <= now - longestLag);
    this.versions.set(key, [...before.slice(Math.max(oldest, 0)), { since: now, item }]);
  }

  private index(key: string): void {
    const partition = key.slice(0, key.indexOf(keySeparator));
    const known = this.partitions.get(partition) ?? { keys: [], isSorted: true };
    this.partitions.set(partition, known);
    known.isSorted &&= (known.keys.at(-1) ?? '') < key;
    known.keys.push(key);
  }

  *entries(): Generator<readonly [string, Item]> {
    for (const key of this.versions.keys()) {
      const item = this.get(key);
      if (item !== undefined) yield [key, item];
    }
  }

  *values(): Generator<Item> {
    for (const [, item] of this.entries()) yield item;
  }

  /** Deletes expired items, as DynamoDB does at some later time. @param seconds the time now @returns how many */
  expire(seconds: number, isTaken: () => boolean): number {
    let gone = 0;
    for (const [key, { expiresAt }] of this.entries()) {
      // TTL ignores values that are not numbers.
      if (typeof expiresAt !== 'number' || expiresAt >= seconds || !isTaken()) continue;
      this.set(key, undefined);
      gone += 1;
    }
    return gone;
  }
}
