import { hash } from 'node:crypto';
import * as z from 'zod';
import type { Address } from '../chain/address.ts';
import { type Watch, watchKey } from '../wallet/watch.ts';
import { largestSizes } from './scan/scan-range.ts';

const number = z.coerce.number();
const maybe = number.nullable().default(null);

/** A chain's state between ticks: one item, saved on its version. Minutes are those of ticks. */
export const chainRecord = z.object({
  /** Not called `version`: an item with a `version` is a wallet's state. */
  saves: number.default(0),
  scanned: z.object({ number, hash: z.string() }).nullable().default(null),
  /** Last block that a scan has read. After a re-org `scanned` is lower, until these blocks are read again. */
  highest: number.default(0),
  /** Last block whose coin was read; null if none was. */
  coinThrough: maybe,
  /** Last block after which wallets' whole state was read; null if none was. */
  stateThrough: maybe,
  /** Sums of the roster at the last read of wallets' state; empty before the first read. */
  looked: z.array(number).readonly().default([]),
  /** First block scanned without a gap; 0 before the first scan. Stored before `scanned`, because a scan may die. */
  from: number.default(0),
  freshScans: number.default(0),
  /** The tick that is asking the node, or died at its answer; null: none. */
  asking: maybe,
  /** Calls made in the last tick that asked the node, and in the scans after it. */
  calls: z.object({ minute: number, made: number }).default({ minute: 0, made: 0 }),
  /** Ticks in a row without a fresh scan. */
  doubtful: number.default(0),
  /** The tick since which all polls have left marks. Polls of earlier ticks were made without the node. */
  markedSince: number.default(0),
  /** The last tick whose due sweeps were sent; null before the first. A tick by hand may be dated ahead. */
  sweptThrough: maybe,
  credit: z.object({ calls: number, minute: number }).nullable().default(null),
  sizes: z.object({ blocks: number, topics: number, batches: z.boolean() }).default(largestSizes),
  roster: z.array(number).default([]),
  distrusted: z.object({ until: number, reason: z.string() }).nullable().default(null),
});

export type ChainRecord = z.infer<typeof chainRecord>;
export type ScannedBlock = NonNullable<ChainRecord['scanned']>;
/** Calls that polls of active wallets may use on one chain; below zero: borrowed for money that left a wallet. */
export type Credit = NonNullable<ChainRecord['credit']>;

export const neverScanned = chainRecord.parse({});

/** Fresh scans in a row after which a wallet without logs counts as quiet. */
const enoughScans = 2;

/** Whether a wallet without logs in the last scan counts as quiet. `distrusted` must be this tick's (`distrustedBy`). */
export function isReliable({ doubtful, freshScans, distrusted }: ChainRecord): boolean {
  return doubtful === 0 && freshScans >= enoughScans && distrusted === null;
}

/** A chain's wallets in 64 buckets, each with a sum of hashes. After a cold start all wallets of a changed bucket are new. */
export type Roster = Readonly<ReturnType<typeof rosterOf>>;

const buckets = 64;
const bytesPerPrint = 6;

export function rosterOf(watches: readonly Pick<Watch, 'wallet' | 'chain'>[]) {
  const prints = new Map<Address, number>();
  const sums = Array<number>(buckets).fill(0);
  for (const watch of watches) {
    const print = hash('sha256', watchKey(watch), 'buffer').readUIntBE(0, bytesPerPrint);
    prints.set(watch.wallet, print);
    sums[print % buckets] = ((sums[print % buckets] ?? 0) + print) % 2 ** (8 * bytesPerPrint);
  }
  return { prints, sums };
}

/** Wallets added, resumed or put again since the last scan. @param before sums of that scan @param known its roster, if in memory */
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
