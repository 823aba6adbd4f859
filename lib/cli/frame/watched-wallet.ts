import { type Address, checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import { type Chain, findChain, knownChains } from '../../../functions/chain/chains.ts';
import { editDistance } from '../../../functions/wallet/misspelt-attributes.ts';
import { readOption, Unusable } from '../unusable.ts';

export interface WatchedWallet {
  readonly wallet: Address;
  readonly chain: Chain;
  /** Absent: its row was not read. */
  readonly label?: string | null;
  /** The key of the row that was chosen on the page; absent: the polled row is meant. */
  readonly key?: { readonly wallet: string; readonly chain: string };
}

/** `0x… on eth` or `Treasury (0x…) on eth`, for texts. */
export function walletOnChain({ wallet, chain, label = null }: WatchedWallet): string {
  const address = checksumAddress(wallet);
  return `${label === null ? address : `${label} (${address})`} on ${chain.name}`;
}

/** @throws Unusable if it is no address or no chain */
export function readWatchedWallet(wallet: string, chain: string): WatchedWallet {
  return { wallet: readOption(null, () => parseAddress(wallet)), chain: readChain(chain) };
}

/** @throws Unusable naming the nearest chain, if any */
export function readChain(text: string): Chain {
  return readOption('--chain', () => chainNamed(text));
}

/** @throws an error naming the nearest chain, if any */
export function chainNamed(text: string): Chain {
  try {
    return findChain(text);
  } catch (error) {
    const typed = text.trim();
    const meant = nearest(
      typed,
      knownChains.map(({ name }) => name),
    );
    if (meant === null) throw error;
    throw new Unusable(`"${typed}" is not a known chain: did you mean ${meant}?`, { cause: error });
  }
}

/** Null for an unknown chain. */
export function chainOf(text: string): Chain | null {
  try {
    return findChain(text);
  } catch {
    return null;
  }
}

/** The word within two typing slips (one for short words), or null. */
export function nearest(text: string, words: readonly string[]): string | null {
  const most = text.length <= 4 ? 1 : 2;
  const near = words
    .map((word) => ({ word, slips: editDistance(text.toLowerCase(), word.toLowerCase(), most) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips);
  return near[0]?.word ?? null;
}
