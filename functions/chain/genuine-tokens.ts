import { findChain, nativeDecimals } from './chains.ts';
import list from './protected-tokens.json' with { type: 'json' };

interface GenuineToken {
  readonly name: string;
  readonly symbol: string;
  /** The symbol of the token that a bridged contract stands for: USDC of `USDC.e`. */
  readonly brand: string;
  readonly decimals: number;
  /** All its symbols and names: the list has a few contracts under a coin and under its wrapped form. */
  readonly called: readonly string[];
}

interface ListedContract {
  readonly symbol?: string | undefined;
  readonly name?: string | undefined;
  /** Absent: 18. */
  readonly decimals?: number | undefined;
  /** Publishers that list it; absent: one. */
  readonly sources?: number | undefined;
}

/** A token of protected-tokens.json, which test/bench/spam/make-protected-tokens.ts makes. */
export interface ListedToken {
  readonly symbol: string;
  readonly aliases?: readonly string[] | undefined;
  readonly class: string;
  readonly names: readonly string[];
  readonly issuedOn: readonly string[];
  /** By chain id and address. */
  readonly at: Readonly<Record<string, Readonly<Record<string, ListedContract>> | undefined>>;
}

export const listedTokens: readonly ListedToken[] = list.tokens;

type Listed = GenuineToken & { readonly sources: number };

let known: ReadonlyMap<string, Listed> | undefined;
const contracts = () => (known ??= contractsByKey());

function contractsByKey(): ReadonlyMap<string, Listed> {
  const genuine = new Map<string, Listed>();
  for (const { symbol, aliases = [], names, at } of listedTokens)
    for (const [chain, listed] of Object.entries(at))
      for (const [address, contract] of Object.entries(listed ?? {})) {
        const { symbol: own = symbol, name, decimals = 18, sources = 1 } = contract;
        const key = `${chain}:${address}`;
        const before = genuine.get(key);
        const brandNames = name === undefined ? names : [name];
        const called = [...(before?.called ?? []), symbol, ...aliases, ...brandNames];
        // Some lists call a wrapped coin by the coin's symbol: the majority decides.
        const stands = before !== undefined && before.sources >= sources;
        const one = stands
          ? before
          : { name: brandNames[0] ?? own, symbol: own, brand: symbol, decimals, sources };
        genuine.set(key, { ...one, called });
      }
  return genuine;
}

/** Lists write a chain's own coin like this; no contract lives there. */
const coinPlaceholders: ReadonlySet<string> = new Set([`0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`]);

/** Whether this is a genuine contract of a protected token, or the chain's own coin. */
export function isGenuine(chainId: string, address: string | null): boolean {
  return address === null || genuineToken(chainId, address) !== null || coinPlaceholders.has(address);
}

/** The protected token whose genuine contract this is, or the chain's own coin; else null. */
export function genuineToken(chainId: string, address: string | null): GenuineToken | null {
  if (address === null) return ownCoin(chainId);
  return contracts().get(`${chainId}:${address}`) ?? null;
}

/** A chain's genuine contracts, the most imitated first. */
export function genuineContracts(chainId: string): readonly string[] {
  const prefix = `${chainId}:`;
  return [...contracts().keys()].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

/** A chain's contracts of a symbol, in any letter case: those in several lists, or else all. */
export function contractsCalled(chainId: string, symbol: string): readonly string[] {
  const prefix = `${chainId}:`;
  const wanted = symbol.toLowerCase();
  const found = [...contracts()].filter(
    ([key, token]) => key.startsWith(prefix) && token.symbol.toLowerCase() === wanted,
  );
  const common = found.filter(([, { sources }]) => sources > 1);
  return (common.length > 0 ? common : found).map(([key]) => key.slice(prefix.length));
}

function ownCoin(chainId: string): GenuineToken | null {
  const { coin } = findChain(chainId);
  return coin && { ...coin, brand: coin.symbol, decimals: nativeDecimals, called: [coin.name, coin.symbol] };
}
