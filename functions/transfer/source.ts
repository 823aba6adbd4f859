import type { Address } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import type { CoinRecord } from './coin-record.ts';
import type { Transfer } from './transfer.ts';

/** A bound is a block or a date, never both (API document, 4.1, rules 1 and 2). Both ends are inclusive. */
export type Bound = { readonly block: number } | { readonly date: Date };

/** Parameters of the transfers endpoint (API document, 4.1). */
export interface TransferQuery {
  readonly wallet: Address;
  readonly chain: Chain;
  readonly from?: Bound;
  readonly to?: Bound;
  /** Page size, 1 to 100. */
  readonly limit?: number;
  readonly disableTotal?: boolean;
  readonly cursor?: string;
}

/** One page, newest first. */
export interface TransferPage {
  readonly transfers: readonly Transfer[];
  /** Entries that can't be read: one of them never hides the others. */
  readonly unreadable: readonly UnreadableTransfer[];
  readonly page: number | null;
  readonly pageSize: number | null;
  readonly total: number | null;
  /** Null at the end. */
  readonly cursor: string | null;
}

/** An entry of a page that lacks what a transfer can't be without, or holds it in no known form. */
export interface UnreadableTransfer {
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
  /** Its turn is the next one, before those that wait already. */
  readonly next?: boolean;
  /** False: one attempt alone, for what has failed before and will be tried again at a later tick. */
  readonly repeats?: boolean;
}

/** Where transfers come from: the API of the document today, perhaps a node's logs later. */
export interface TransferSource {
  /** Pages until the cursor ends. Throws what transfer/source-errors.ts names; a cursor that repeats is an UnreadableReply. */
  pages(query: TransferQuery, limits: CallLimits): AsyncIterable<TransferPage>;
}

/** The coins endpoint (API document, 4.2). */
export interface CoinSource {
  /** Records of the hashes that exist, in no promised order; any number of hashes, 25 a call. */
  coins(coinTypeHashes: readonly string[], limits: CallLimits): Promise<readonly CoinRecord[]>;
}

/**
 * Stands before every call to either endpoint: waits for the worker's share of the plan's calls a second.
 * Throws RateLimited while the API has asked for silence that outlasts the deadline.
 */
export interface RateLimiter {
  acquire(limits: CallLimits): Promise<void>;
  /** The API answered 429: no call before its Retry-After is over, or, without one, before the next tick. */
  rateLimited(retryAfterSeconds: number | null): void;
}
