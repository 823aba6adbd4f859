import type { Placement, SimTransfer } from '../chain/sim-transaction.ts';

/** What one invocation was shown of a read, page by page: the oracle judges a worker by it. */
export interface ReadLog {
  /** Blocks asked for, both inclusive; where an earlier invocation began the read, those that it left. */
  readonly from: number;
  readonly through: number;
  /** Epoch milliseconds of the state of the chain that it shows. */
  readonly asOf: number;
  /** What an earlier invocation was shown of the same read; null: this one began it. */
  readonly before: ReadLog | null;
  readonly shown: Map<SimTransfer, Placement>;
  readonly unreadable: Set<SimTransfer>;
  /** An entry was no transfer at all. */
  oddEntry: boolean;
  /** The block of the last row so far; null: there was none. */
  lowest: number | null;
  /** The last page arrived. */
  ended: boolean;
}

/** A read with all that earlier invocations were shown of it, the latest first. */
export function* partsOf(log: ReadLog): Generator<ReadLog> {
  for (let part: ReadLog | null = log; part !== null; part = part.before) yield part;
}

/** Whether the read has shown all that a block has, as far as the API knows. */
export function covers({ from, through, lowest, ended }: ReadLog, block: number): boolean {
  const down = ended ? from : (lowest ?? Number.POSITIVE_INFINITY) + 1;
  return block >= Math.max(down, from) && block <= through;
}
