import type { CoinRecord } from '../coin/coin-record.ts';
import type { Direction, Transfer } from './transfer.ts';

/** A transfer seen from the watched wallet, with what the coin record adds to its token. */
export interface DescribedTransfer extends Transfer {
  readonly direction: Direction;
  /** The record of the coin that stands for the token; null where there is none or nobody could say. */
  readonly coin: CoinRecord | null;
}
