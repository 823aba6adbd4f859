import type { Placement, SimTransfer } from '../chain/sim-transaction.ts';

/** What one read of a wallet was shown, page by page: the oracle judges a worker by it. */
export interface ReadLog {
  /** Blocks asked for, both inclusive. */
  readonly from: number;
  readonly through: number;
  /** Epoch milliseconds of the state of the chain that it shows. */
  readonly asOf: number;
  readonly shown: Map<SimTransfer, Placement>;
  readonly unreadable: Set<SimTransfer>;
  /** An entry was no transfer at all. */
  oddEntry: boolean;
  /** The last page arrived. */
  ended: boolean;
}
