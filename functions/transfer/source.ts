import type { Address } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { CoinRecord, Transfer } from './transfer.ts';

/** Where a read begins: at a block, or at a time while no block is known; null: at the wallet's first transfer. Inclusive. */
export type ReadFrom = { readonly block: number } | { readonly time: Date } | null;

/** What is asked of a source: all transfers of one wallet from somewhere on, each range of blocks whole. */
export interface RangeRequest {
  readonly wallet: Address;
  readonly chain: Chain;
  readonly from: ReadFrom;
  /** The last block, inclusive; null: the chain's head. */
  readonly through: number | null;
  /** Blocks up to this one are read again: a range that has to be smaller than asked for still ends beyond it. */
  readonly dealtWith: number;
  /** How many transfers from a block on are known already: they come on top of what is new. Asked before each range. */
  readonly known: (from: number) => number;
  /**
   * The highest block that the chain can have reached, given what a read shows: a transfer beyond it has a wrong number, and
   * may stand in any block.
   */
  readonly plausibleThrough: (shown: readonly Transfer[]) => number;
  /** A first look at a wallet: its newest transfers alone, as many as one call gives. */
  readonly newestOnly: boolean;
  /** What an earlier read left of the block that it could not read to its end. */
  readonly unfinished: UnfinishedBlock | null;
  /** Where a read that takes several polls keeps what it has read. */
  readonly notebook: Notebook;
}

/** A span of blocks that was read whole, or one block that takes longer than one poll. */
export interface TransferRange {
  /** The lowest block, 0 where the read began at a time or at the wallet's first transfer. */
  readonly from: number;
  /** The last block; null: the chain's head, as the source knows it. */
  readonly through: number | null;
  /** The wallet's own, each once, in no promised order; one beyond `plausibleThrough` is in any range that shows it. */
  readonly transfers: readonly Transfer[];
  /** Entries that can't be read: one of them never hides the others. */
  readonly unreadable: readonly UnreadableTransfer[];
  /** Nothing is missing from it: what it does not hold is not on the chain, as the source sees it. */
  readonly complete: boolean;
  /** Of a first look: there are older ones. */
  readonly more: boolean;
  /** False: part of a single block was read, and nothing of it is in `transfers` yet. */
  readonly whole: boolean;
  /** What is to be remembered of that block and given to the next read of it. */
  readonly unfinished: UnfinishedBlock | null;
}

/** An entry that lacks what a transfer can't be without, or holds it in no known form. */
export interface UnreadableTransfer {
  /** Its block, where at least that can be read. */
  readonly blockNumber: number | null;
  /** The field at fault and what is wrong with it. */
  readonly reason: string;
}

/** One block on its way from the source, through as many polls as it takes. */
export interface UnfinishedBlock {
  readonly block: number;
  /** Names of the notes that hold its transfers as read so far. */
  readonly notes: readonly string[];
  /** Where the source goes on, in its own terms; null at the end. */
  readonly position: string | null;
  /** Why an entry of it could not be read; null where all could. */
  readonly unreadable: string | null;
}

/** Lines of text that outlive a poll. */
export interface Notebook {
  /** Writes the lines as notes, and names these. */
  put(lines: readonly string[]): Promise<readonly { readonly name: string }[]>;
  /** The lines of each note, in the order of the names; null for one that is lost. */
  read(names: readonly string[]): Promise<readonly (readonly string[] | null)[]>;
}

/** How long one read may take, retries and waits included. */
export interface CallLimits {
  /** Epoch milliseconds: no call is begun, repeated or waited for beyond it. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
  /** Its turn is the next one, before those that wait already. */
  readonly next?: boolean;
  /** The poll that the call belongs to, by identity: what it asks beyond its first call must leave other polls theirs. */
  readonly poll?: object;
  /** False: one attempt alone, for what has failed before and will be tried again at a later tick. */
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
   * The ranges of each request, in the order of the requests: the oldest whole range first, then on to the head or `through`
   * while the time lasts. A source that can serves many wallets by one call. Nothing is read before its ranges are asked
   * for, and what fails for one wallet leaves the others alone.
   * Ranges throw what transfer/source-errors.ts names; all that they gave until then counts.
   */
  ranges(requests: readonly RangeRequest[], limits: CallLimits): readonly AsyncIterable<TransferRange>[];
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
  /** The API answered 429: no call before its Retry-After is over, or, without one, before the next tick. */
  rateLimited(retryAfterSeconds: number | null): void;
  /** A call has come to its end. @param refusal null: it was served */
  answered?(refusal: unknown): void;
}
