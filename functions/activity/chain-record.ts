import * as z from 'zod';
import { largestSizes } from './scan-range.ts';

/** A chain's state between ticks: one item, saved on its version. Minutes are those of ticks. */
export const chainRecord = z.object({
  /** Not `version`: that is a wallet's state. */
  saves: z.coerce.number(),
  /** The last block whose logs were seen. */
  scanned: z.object({ number: z.coerce.number(), hash: z.string() }).nullable(),
  /** For a chain that is read from its node: the last block whose coin was read; null: none. */
  coinThrough: z.coerce.number().nullable(),
  /** Sums of the roster at the last read of its wallets' state; empty: it was never read. */
  looked: z.array(z.coerce.number()).readonly(),
  /** The first of the blocks that were scanned without a gap. */
  from: z.coerce.number(),
  /** Fresh scans since it began; two are enough. */
  freshScans: z.coerce.number(),
  /** The tick that is asking the node, or that died at its answer; null: none. */
  asking: z.coerce.number().nullable(),
  /** RPC calls of the last tick that asked the node, and of the scans that followed it. */
  calls: z.object({ minute: z.coerce.number(), made: z.coerce.number() }),
  /** Ticks in a row without a fresh scan. */
  doubtful: z.coerce.number(),
  /** The latest tick up to which due sweeps were sent; null: none was. */
  sweptThrough: z.coerce.number().nullable(),
  /** The plan's credit for activity; null: no tick has counted it. */
  credit: z.object({ calls: z.coerce.number(), minute: z.coerce.number() }).nullable(),
  sizes: z.object({ blocks: z.coerce.number(), topics: z.coerce.number(), batches: z.boolean() }),
  /** Sums of the wallets that the last scan looked for (see roster.ts). */
  roster: z.array(z.coerce.number()),
  /** Until which tick the chain's scans are not relied on, and why. */
  distrusted: z.object({ until: z.coerce.number(), reason: z.string() }).nullable(),
});

export type ChainRecord = z.infer<typeof chainRecord>;
export type ScannedBlock = NonNullable<ChainRecord['scanned']>;

/** A chain whose node was never asked. */
export const neverScanned: ChainRecord = {
  saves: 0,
  scanned: null,
  coinThrough: null,
  looked: [],
  from: 0,
  freshScans: 0,
  asking: null,
  calls: { minute: 0, made: 0 },
  doubtful: 0,
  sweptThrough: null,
  credit: null,
  sizes: largestSizes,
  roster: [],
  distrusted: null,
};

/** Fresh scans needed in a row before silence proves anything. */
const enoughScans = 2;
/** Maximum minutes by which a tick by hand may run ahead of the clock. */
const aheadAtMost = 2_880;

export function isDistrusted({ distrusted }: ChainRecord, minute: number): boolean {
  return distrusted !== null && minute < distrusted.until;
}

/** Whether silence of the last scan means that nothing happened. */
export function isReliable(record: ChainRecord, minute: number): boolean {
  return record.doubtful === 0 && record.freshScans >= enoughScans && !isDistrusted(record, minute);
}

/** The latest tick up to which sweeps were sent; null if there is none, or if it lies too far ahead to be true. */
export function sweptBefore({ sweptThrough }: ChainRecord, minute: number): number | null {
  return sweptThrough !== null && sweptThrough - minute <= aheadAtMost ? sweptThrough : null;
}
