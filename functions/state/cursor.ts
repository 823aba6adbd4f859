import type { WatchStart } from '../transfer/watch-start.ts';

/**
 * Where a watch stands: one item of the State table, under 2 KB whatever comes. What was dealt with are rows of History; the
 * cursor says which of them count, and where the next poll begins.
 */
export interface Cursor {
  /** Count of saves, from the time of the first one in milliseconds on; 0: never saved. Every save is conditional on it. */
  readonly version: number;
  /** The first version: rows of lower batches are of an earlier watch, and count for nothing. */
  readonly born: number;
  /** Null until the first successful poll. */
  readonly start: WatchStart | null;
  /** The first poll, where it failed: telling begins there. Null where it succeeded, or was not made yet. */
  readonly firstTry: FirstTry | null;
  /** The stored block: all up to it was dealt with; null while the wallet never had a transfer. */
  readonly block: number | null;
  /** A transfer dealt with whose time is known: how far the chain can be since then is told by it. Null: there is none. */
  readonly anchor: BlockAnchor | null;
  /** No block up to this one is read again; -1: all are. */
  readonly settled: number;
  /** The highest block with a row, but for numbers that the chain can't have reached; -1: there is none. */
  readonly newest: number;
  /** A read that takes more than one poll; null: there is none. */
  readonly reading: LongRead | null;
  /** The batch that is being published; null: there is none. */
  readonly open: OpenBatch | null;
  /** Batches that were left before all of their rows were written: these rows count for nothing. */
  readonly void: readonly VoidBatch[];
  /** What keeps this wallet from being polled, written on change only. */
  readonly failing: WalletIncident | null;
  /** Its polls end before the chain's head is reached, written on change only. */
  readonly behind: WalletIncident | null;
}

/** The part of a cursor that the commit of a batch changes. */
export type Advance = Pick<
  Cursor,
  'start' | 'firstTry' | 'block' | 'anchor' | 'settled' | 'newest' | 'reading' | 'void'
>;

/** Rows on their way into History, and what is published of them. */
export interface OpenBatch {
  /** Its number: the cursor's version when it was begun. */
  readonly batch: number;
  /** How many rows it has, and the blocks that they lie between. */
  readonly rows: number;
  readonly from: number;
  readonly to: number;
  /** Epoch milliseconds until which the worker that began it has it to itself; 0: anybody's. */
  readonly lease: number;
  /** How many messages it has, and how many of them went out. */
  readonly messages: number;
  readonly published: number;
  /** What the commit makes of the cursor, whoever makes it. */
  readonly next: Advance;
}

export interface VoidBatch {
  readonly batch: number;
  /** The highest block of its rows: once that is settled nobody reads them. */
  readonly to: number;
}

/** A read that goes on where the last poll left it. */
export interface LongRead {
  /** Of its `held` rows: those of another read count for nothing. */
  readonly name: string;
  /** Epoch milliseconds at which it began: what it shows is no older. */
  readonly begunAt: number;
  /** The lowest block that it has come down to, which may be read in part; null while it has shown nothing. */
  readonly below: number | null;
  /** Where the source goes on, in its own terms; empty where that is too long to be kept. */
  readonly position: string;
  /** It began at the chain's head in order to look at all that is not settled once more. */
  readonly isLastLook: boolean;
  /** The highest block of what was old enough to be settled, and the lowest of what was not; null: there was none. */
  readonly aged: number | null;
  readonly young: number | null;
}

export interface BlockAnchor {
  readonly block: number;
  /** Epoch seconds at which it was mined, or a little later. */
  readonly minedAt: number;
}

export interface FirstTry {
  /** ISO time. */
  readonly at: string;
  /** It began along with many others. */
  readonly bulk: boolean;
}

export interface WalletIncident {
  /** Epoch milliseconds of the first poll that had it. */
  readonly since: number;
  readonly reason: string;
  /** Its beginning was published. */
  readonly published: boolean;
}

/** A watch that was never polled. */
export const neverPolled: Cursor = {
  version: 0,
  born: 0,
  start: null,
  firstTry: null,
  block: null,
  anchor: null,
  settled: -1,
  newest: -1,
  reading: null,
  open: null,
  void: [],
  failing: null,
  behind: null,
};

/** Another worker saved this wallet first: all that was found is dropped, for the other one tells it. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';
}
