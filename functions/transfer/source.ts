import type { Address } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { CoinRecord, Transfer } from './transfer.ts';

/** Where a read begins, inclusive: at a block, or at a time if no block is known; null: at the wallet's first transfer. */
export type ReadFrom = { readonly block: number } | { readonly time: Date } | null;

/** Which transfers of a wallet a source is asked for. */
export interface PageRequest {
  readonly wallet: Address;
  readonly chain: Chain;
  readonly from: ReadFrom;
  /** The last block, inclusive; null: the chain's head. */
  readonly to: number | null;
  /** Where an earlier read of the same request stopped; null: begins at the newest transfer. */
  readonly position: string | null;
  /** Only transfers of these contracts, the most important first; absent: of all. */
  readonly contracts?: readonly string[];
}

/** Some of a wallet's own transfers, newest first. */
export interface SourcePage {
  readonly transfers: readonly Transfer[];
  /** Entries that can't be read: one of them never hides the others. */
  readonly unreadable: readonly UnreadableTransfer[];
  /** Where the source goes on, in its own terms; null: nothing older is left. */
  readonly next: string | null;
}

/** An entry that lacks what a transfer can't be without, or holds it in no known form. */
export interface UnreadableTransfer {
  /** Where at least that can be read: `0x` and 64 lower-case hex digits. */
  readonly transactionHash: string | null;
  /** Its block, where at least that can be read. */
  readonly blockNumber: number | null;
  /** The field at fault and what is wrong with it. */
  readonly reason: string;
}

/** How long one read may take, retries and waits included. */
export interface CallLimits {
  /** Epoch milliseconds: no call is begun, repeated or waited for beyond it. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
  /** Identifies the poll: its later calls may not use quota reserved for others. */
  readonly poll?: object;
  /** False: a single attempt, because the call failed before and a later tick tries again. */
  readonly repeats?: boolean;
}

/** Where transfers come from: the API of the document today, a node or an indexer as well. */
export interface TransferSource {
  /**
   * Before the reads of a batch: has at hand what the source needs to be let in.
   * @throws KeyMissing where it needs a key and there is none
   */
  open(): Promise<void>;
  /**
   * The pages of a request, newest first, each read when it is asked for; none where the source can't be asked for contracts.
   * Throws what transfer/source-errors.ts names: PositionRefused where it does not go on from there any more.
   */
  pages(request: PageRequest, limits: CallLimits): AsyncIterable<SourcePage>;
}

/** The coins endpoint (API document, 4.2). */
export interface CoinSource {
  /** Records of the hashes that exist, in no promised order; any number of hashes, 25 a call. */
  coins(coinTypeHashes: readonly string[], limits: CallLimits): Promise<readonly CoinRecord[]>;
}

/**
 * Stands before every call to either endpoint: waits for a turn within the plan's calls a second.
 * Throws RateLimited while the API has asked for silence that outlasts the deadline.
 */
export interface RateLimiter {
  acquire(limits: CallLimits): Promise<void>;
  /** A call has come to its end: after a 429 none leaves before its Retry-After is over. @param fault null: it was served */
  answered(fault: unknown): void;
}
