/** A value of one unit is no argument for another. Literals and results of arithmetic fit every unit. */
type In<Unit extends string, Value> = Value & { readonly unit?: Unit };

export type Seconds = In<'seconds', number>;
export type Milliseconds = In<'milliseconds', number>;

export type EpochSeconds = In<'epoch seconds', number>;
export type EpochMilliseconds = In<'epoch milliseconds', number>;
export type EpochMinutes = In<'epoch minutes', number>;
/** ISO 8601 in UTC. */
export type IsoTime = In<'ISO time', string>;

export type BlockNumber = In<'block number', number>;
/** Blocks, both ends included. */
export interface BlockSpan {
  readonly from: BlockNumber;
  readonly to: BlockNumber;
}
/** Hashes are `0x` and 64 lower-case hex digits. */
export type BlockHash = In<'block hash', string>;
export type TransactionHash = In<'transaction hash', string>;

/** The span of these blocks; of none: from Infinity to 0. (`Math.min(...blocks)` throws for a hundred thousand arguments.) */
export function blockRange(blocks: Iterable<BlockNumber>): BlockSpan {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const block of blocks) [from, to] = [Math.min(from, block), Math.max(to, block)];
  return { from, to };
}
