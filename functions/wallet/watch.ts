import type { Address, TokenAddress } from '../chain/address.ts';
import { type Chain, chainKey } from '../chain/chains.ts';

/** What a row may ask to be told of. */
export const watchedKinds = ['erc20', 'native', 'nft', 'approvals', 'control'] as const;
export type WatchedKind = (typeof watchedKinds)[number];

/** A Watchlist row, understood. */
export interface Watch {
  readonly wallet: Address;
  readonly chain: Chain;
  readonly label: string | null;
  readonly direction: 'in' | 'out' | 'both';
  /** Only these tokens are told; null: all. */
  readonly tokens: ReadonlySet<TokenAddress> | null;
  readonly ignoreTokens: ReadonlySet<TokenAddress>;
  readonly minAmount: MinAmount;
  /** Smallest worth told, in US dollars as a plain decimal. A transfer without a sure price is told. */
  readonly minUsd: string;
  /** Floors in token units: a balance below one is told. Only nodes show it. */
  readonly minBalance: ReadonlyMap<TokenAddress, string>;
  /** Never spam: the row's `trustTokens` and `tokens`. */
  readonly trustedTokens: ReadonlySet<TokenAddress>;
  /** Only these are told; null: all that the chain's source shows. */
  readonly kinds: ReadonlySet<WatchedKind> | null;
  readonly spam: 'hide' | 'mark' | 'show';
  /** Seconds between two polls; null: the stack's interval. */
  readonly everySeconds: number | null;
  readonly paused: boolean;
  readonly fromBlock: number | null;
  readonly tags: readonly string[];
  /** How many alerts of their own an hour, three times as many a UTC day, transfers get that are not surely real. */
  readonly singles: number;
}

/** Smallest amount told, in token units as a plain decimal ("0.5"), for one token or for any. */
export interface MinAmount {
  readonly byToken: ReadonlyMap<TokenAddress, string>;
  readonly otherwise: string;
}

/**
 * One watch is one wallet on one chain, however its row is spelled. By the chain's id: a release may give a name to a chain
 * that went by its id, or another name, and the watch must stay the same.
 */
export function watchKey(watch: Pick<Watch, 'wallet' | 'chain'>): string {
  return keyOf(watch.wallet, chainKey(watch.chain));
}

/** A watch's key, or that of any item of the State table, from its parts. @param chain as chainKey has it */
export function keyOf(wallet: string, chain: string): string {
  return `${wallet}#${chain}`;
}
