import type { Placement, SimTransfer } from '../chain/sim-transaction.ts';

/** What one invocation saw of a read, page by page; the oracle judges a worker by it. */
export interface ReadLog {
  /** A page of the newest transfers, or of some contracts' transfers: a single page, not part of a longer read. */
  readonly isLook: boolean;
  /** Blocks asked for, both inclusive. */
  readonly from: number;
  readonly through: number;
  /** Epoch milliseconds: the page shows the chain as of then. */
  readonly asOf: number;
  /** What an earlier invocation saw of the same read; null if this one began it. */
  readonly before: ReadLog | null;
  readonly shown: Map<SimTransfer, Placement>;
  /** Transfers whose entries can't be read, each with the block that its entry names. */
  readonly unreadable: Map<SimTransfer, number>;
  /** An entry was not a transfer. */
  oddEntry: boolean;
  /** The place of the lowest row read so far; null if there was none. */
  lowest: ChainPlace | null;
  /** The last page arrived. */
  ended: boolean;
}

/** Block, transaction index, log index. */
export type ChainPlace = readonly [block: number, index: number, log: number];

/** A read with everything that earlier invocations saw of it, the latest first. */
export function* partsOf(log: ReadLog): Generator<ReadLog> {
  for (let part: ReadLog | null = log; part !== null; part = part.before) yield part;
}

/** Whether this part's pages cover a place: if they do and don't show a transfer there, it is not on the chain. */
export function covers({ from, through, before, lowest, ended }: ReadLog, place: ChainPlace): boolean {
  if (place[0] < from || place[0] > through) return false;
  // A page may be empty and have a cursor all the same: the read then begins behind it.
  const isBelow = before?.lowest == null || isBefore(place, before.lowest);
  return isBelow && (ended || (lowest !== null && isBefore(lowest, place)));
}

function isBefore(a: ChainPlace, b: ChainPlace): boolean {
  return a[0] - b[0] < 0 || (a[0] === b[0] && (a[1] - b[1] || a[2] - b[2]) < 0);
}
