import type { Address } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { BlockNumber, EpochMilliseconds, TransactionHash } from '../chain/units.ts';
import type { CoinRecord, Transfer } from './transfer.ts';

/** Inclusive; a time if no block is known; null: the wallet's first transfer. */
export type ReadFrom = { readonly block: BlockNumber } | { readonly time: Date } | null;

export interface PageRequest {
  readonly wallet: Address;
  readonly chain: Chain;
  readonly from: ReadFrom;
  /** Inclusive; null: the chain's head. */
  readonly to: BlockNumber | null;
  /** Where an earlier read of this request stopped; null: the newest transfer. */
  readonly position: string | null;
  /** Only these contracts, the most important first; absent: all. */
  readonly contracts?: readonly string[];
}

export interface SourcePage {
  readonly transfers: readonly Transfer[];
  readonly unreadable: readonly UnreadableTransfer[];
  /** The position of older transfers; '': they can only be read by block; null: there are none. */
  readonly next: string | null;
}

export interface UnreadableTransfer {
  readonly transactionHash: TransactionHash | null;
  readonly blockNumber: BlockNumber | null;
  readonly reason: string;
}

export interface CallLimits {
  /** No call is begun, repeated or waited for after this time. */
  readonly deadline: EpochMilliseconds;
  readonly signal?: AbortSignal;
  /** The poll's name. Only a poll's first call may use the calls that are reserved for other wallets' polls. */
  readonly poll?: string;
  /** False: a single attempt, because the call failed before and a later tick tries again. */
  readonly repeats?: boolean;
}

export interface TransferSource {
  /** @throws KeyMissing if the source needs a key and there is none */
  open(): Promise<void>;
  /** Newest first, each read on demand; none if the source can't filter by contracts. Throws the errors of source-errors.ts. */
  pages(request: PageRequest, limits: CallLimits): AsyncIterable<SourcePage>;
}

export interface CoinSource {
  /** Any number of hashes, 25 a call. Records come in any order; unknown hashes have none. */
  coins(coinTypeHashes: readonly string[], limits: CallLimits): Promise<readonly CoinRecord[]>;
}

/** Every call waits here for its turn. Throws RateLimited if the API has asked for silence beyond the deadline. */
export interface RateLimiter {
  acquire(limits: CallLimits): Promise<void>;
  /** A call has ended: after a 429 none leaves before its Retry-After is over. @param fault null: it was served */
  answered(fault: unknown): void;
}
