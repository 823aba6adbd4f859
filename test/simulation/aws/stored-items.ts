import type { Item } from './expression.ts';

/** An item as it was from a moment on; undefined: there was none. */
interface Version {
  readonly since: number;
  readonly item: Item | undefined;
}

const keySeparator = '|';

/** One text for the two attributes of a key. */
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
 * The items of a table with what they were shortly before: a read that is not consistent may show that. Keys are those that
 * `itemKey` makes.
 */
export class StoredItems {
  private readonly versions = new Map<string, readonly Version[]>();
  private readonly partitions = new Map<string, Partition>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** The keys of a partition in order, those of deleted items among them. */
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

  /** @param lag drawn anew for each item */
  *entries(lag: () => number = () => 0): Generator<readonly [string, Item]> {
    for (const key of this.versions.keys()) {
      const item = this.get(key, lag());
      if (item !== undefined) yield [key, item];
    }
  }

  *values(): Generator<Item> {
    for (const [, item] of this.entries()) yield item;
  }

  /** Takes away expired items, as DynamoDB does some time or other. @param seconds of now @returns how many */
  expire(seconds: number, isTaken: () => boolean): number {
    let gone = 0;
    for (const [key, { expiresAt }] of this.entries()) {
      // TTL considers only numbers.
      if (typeof expiresAt !== 'number' || expiresAt >= seconds || !isTaken()) continue;
      this.set(key, undefined);
      gone += 1;
    }
    return gone;
  }
}
