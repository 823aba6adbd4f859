import type { Address, TokenAddress } from '../chain/address.ts';
import { type Chain, chainKey } from '../chain/chains.ts';
import type { BlockNumber, Seconds } from '../chain/units.ts';

export const watchedKinds = ['erc20', 'native', 'nft', 'approvals', 'control'] as const;
export type WatchedKind = (typeof watchedKinds)[number];

export interface Watch {
  readonly wallet: Address;
  readonly chain: Chain;
  readonly label: string | null;
  readonly direction: 'in' | 'out' | 'both';
  /** Only these tokens are reported; null: all. */
  readonly tokens: ReadonlySet<TokenAddress> | null;
  readonly ignoreTokens: ReadonlySet<TokenAddress>;
  readonly minAmount: MinAmount;
  /** Smallest worth reported, in US dollars as a plain decimal. Transfers without a sure price are reported too. */
  readonly minUsd: string;
  /** Floors in token units: a balance that falls below its floor is reported. Only nodes show balances. */
  readonly minBalance: ReadonlyMap<TokenAddress, string>;
  /** Tokens that are never spam: the row's `trustTokens` and `tokens`. */
  readonly trustedTokens: ReadonlySet<TokenAddress>;
  /** Only these kinds are reported; null: all that the chain's source shows. */
  readonly kinds: ReadonlySet<WatchedKind> | null;
  readonly spam: 'hide' | 'mark' | 'show';
  /** Seconds between two polls; null: the stack's interval. */
  readonly everySeconds: Seconds | null;
  readonly paused: boolean;
  readonly fromBlock: BlockNumber | null;
  readonly tags: readonly string[];
  /** Maximum alerts of their own for transfers that are not surely real: this many an hour, three times as many a UTC day. */
  readonly singles: number;
}

/** Smallest amount reported, in token units as a plain decimal ("0.5"), for single tokens and for all others. */
export interface MinAmount {
  readonly byToken: ReadonlyMap<TokenAddress, string>;
  readonly otherwise: string;
}

/** One wallet on one chain, however spelled. By the chain's id, because a release may rename a chain. */
export function watchKey(watch: Pick<Watch, 'wallet' | 'chain'>): string {
  return keyOf(watch.wallet, chainKey(watch.chain));
}

/** The key of a watch, or of any item of the State table. @param chain as chainKey returns it */
export function keyOf(wallet: string, chain: string): string {
  return `${wallet}#${chain}`;
}

const nodeWatches = new WeakMap<Watch, Watch | null>();

/**
 * The watch of all that only the node shows of an API chain's row; null if the row asks for none of it. It has a cursor and ledger of
 * its own, because API and node reach a block at different times. A watch always gives the same object: watches are compared by identity.
 */
export function nodeWatch(watch: Watch): Watch | null {
  const known = nodeWatches.get(watch);
  if (known !== undefined) return known;
  const kinds = new Set<WatchedKind>(watch.kinds ?? (watch.tokens?.has(null) ? ['native'] : []));
  kinds.delete('erc20');
  const isEmpty = kinds.size === 0 && watch.minBalance.size === 0;
  const beside = isEmpty ? null : { ...watch, kinds, chain: { ...watch.chain, besideApi: true } };
  nodeWatches.set(watch, beside);
  return beside;
}

/** A row on an API chain may have two watches, of the API and of the node. Returns the other one; null: the row has only this one. */
export function watchBeside(watch: Watch): Watch | null {
  const { besideApi, ...chain } = watch.chain;
  return besideApi ? { ...watch, chain } : nodeWatch(watch);
}

/** What a row asks of its chain's node, in the row's own words. */
export function askedOfNode({ kinds, minBalance }: Pick<Watch, 'kinds' | 'minBalance'>): readonly string[] {
  return [...(kinds ?? []), ...(minBalance.size > 0 ? ['minBalance'] : [])];
}

export const whySilent = 'its watch and ignoreTokens leave out all of its tokens, so NO transfer is reported';

/** Whether `watch` and `ignoreTokens` leave out all `tokens`, as `watch=erc20` leaves out `tokens=native`. */
export function isSilent({ kinds, tokens, ignoreTokens, minBalance }: Watch): boolean {
  if (tokens === null || minBalance.size > 0 || kinds?.has('approvals') || kinds?.has('control'))
    return false;
  const hasTokens = kinds === null || kinds.has('erc20') || kinds.has('nft');
  const hasCoin = kinds?.has('native') ?? true;
  return ![...tokens.difference(ignoreTokens)].some((token) => (token === null ? hasCoin : hasTokens));
}
