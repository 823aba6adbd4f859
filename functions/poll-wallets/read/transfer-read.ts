import type { TransferRange } from '../../transfer/source.ts';
import type { Transfer } from '../../transfer/transfer.ts';
import type { KeyedTransfer } from '../../transfer/transfer-key.ts';

/** One range of a poll, as the poll deals with it. */
export interface TransferRead extends Omit<TransferRange, 'transfers'> {
  /** Oldest first. */
  readonly transfers: readonly KeyedTransfer[];
  /** Epoch milliseconds at which the first read of the poll began: what it shows is no older. */
  readonly begunAt: number;
  /** It is the last look at blocks that are older than the re-scan time, and reaches no head. */
  readonly closes: boolean;
  /** The highest block that the chain can have reached: see plausible-block.ts. */
  readonly plausibleTo: number;
  /** No range of its request went before it: it begins as far back as anything is read again. */
  readonly begins: boolean;
  /** The block that it begins at, having left out what would be read again before it; 0 where it left out nothing. */
  readonly leapsTo: number;
}

/** The transfers whose block number can be right, oldest first. */
export function inReach({
  transfers,
  plausibleTo,
}: Pick<TransferRead, 'transfers' | 'plausibleTo'>): readonly Transfer[] {
  return transfers.map(({ transfer }) => transfer).filter(({ blockNumber }) => blockNumber <= plausibleTo);
}
