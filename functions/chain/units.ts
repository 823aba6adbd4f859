/**
 * Units as types: a value of one unit is no argument for another, while literals and the results of arithmetic, which are plain
 * numbers or texts, go everywhere.
 */
type In<Unit extends string, Value> = Value & { readonly unit?: Unit };

export type Seconds = In<'seconds', number>;
export type Milliseconds = In<'milliseconds', number>;

/** Times since 1970. */
export type EpochSeconds = In<'epoch seconds', number>;
export type EpochMilliseconds = In<'epoch milliseconds', number>;
/** A tick's minute. */
export type EpochMinutes = In<'epoch minutes', number>;
/** ISO 8601 in UTC. */
export type IsoTime = In<'ISO time', string>;

export type BlockNumber = In<'block number', number>;
/** `0x` and 64 lower-case hex digits. */
export type BlockHash = In<'block hash', string>;
/** `0x` and 64 lower-case hex digits. */
export type TransactionHash = In<'transaction hash', string>;
