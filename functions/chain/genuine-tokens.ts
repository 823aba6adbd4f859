import { findChain, nativeDecimals } from './chains.ts';
import list from './protected-tokens.json' with { type: 'json' };

/** What a genuine contract says of itself, or would if the API passed it on. */
export interface GenuineToken {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** All that the list calls it, symbols and names: a few contracts stand under a coin and under its wrapped form. */
  readonly called: readonly string[];
}

interface ListedContract {
  readonly address: string;
  /** Where it is not the token's own. */
  readonly symbol?: string | undefined;
  /** Of a real token of another issuer that shares the symbol. */
  readonly name?: string | undefined;
  readonly decimals: number;
  readonly sources: number;
}

/** A token of protected-tokens.json, which test/bench/spam/make-protected-tokens.ts makes. */
export interface ListedToken {
  readonly symbol: string;
  readonly aliases: readonly string[];
  readonly class: string;
  readonly names: readonly string[];
  readonly issuedOn: readonly string[];
  readonly at: Readonly<Record<string, readonly ListedContract[] | undefined>>;
}

/** Apart from what tokens look like: the dispatch function needs contracts alone, and no table of look-alike letters. */
export const listedTokens: readonly ListedToken[] = list.tokens;

type Listed = GenuineToken & Pick<ListedContract, 'sources'>;

/** By chain id and address, `0x1:0xa0b8…`; made at the first use, not at import. */
let contracts: ReadonlyMap<string, Listed> | undefined;

function contractsOf(tokens: readonly ListedToken[]): ReadonlyMap<string, Listed> {
  const genuine = new Map<string, Listed>();
  for (const { symbol, aliases, names, at } of tokens)
    for (const [chain, listed] of Object.entries(at))
      for (const { address, symbol: own = symbol, name, decimals, sources } of listed ?? []) {
        const key = `${chain}:${address}`;
        const before = genuine.get(key);
        const brandNames = name === undefined ? names : [name];
        const called = [...(before?.called ?? []), symbol, ...aliases, ...brandNames];
        // Some lists call a wrapped coin by the coin's symbol: what most of them say stands.
        const stands = before !== undefined && before.sources >= sources;
        const one = stands ? before : { name: brandNames[0] ?? own, symbol: own, decimals, sources };
        genuine.set(key, { ...one, called });
      }
  return genuine;
}

/** Lists write a chain's own coin so; no contract lives there. */
const coinPlaceholders: ReadonlySet<string> = new Set([`0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`]);

/** Is this a genuine contract of a protected token, or the chain's own coin? Then whatever its texts say is its own. */
export function isGenuine(chainId: string, address: string | null): boolean {
  return address === null || genuineToken(chainId, address) !== null || coinPlaceholders.has(address);
}

/** Name, symbol and decimals of the protected token whose genuine contract this is, or of the chain's own coin; else null. */
export function genuineToken(chainId: string, address: string | null): GenuineToken | null {
  if (address === null) return ownCoin(chainId);
  contracts ??= contractsOf(listedTokens);
  return contracts.get(`${chainId}:${address}`) ?? null;
}

/** The genuine contracts of a chain, in the order of the list: the tokens that are imitated most come first. */
export function genuineContracts(chainId: string): readonly string[] {
  contracts ??= contractsOf(listedTokens);
  const prefix = `${chainId}:`;
  return [...contracts.keys()].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

/**
 * The contracts of a chain that go by this symbol, in any letter case, as people write it in a row: of several those that more than
 * one source lists, for bridges nobody uses carry it too.
 */
export function contractsCalled(chainId: string, symbol: string): readonly string[] {
  contracts ??= contractsOf(listedTokens);
  const prefix = `${chainId}:`;
  const wanted = symbol.toLowerCase();
  const found = [...contracts].filter(
    ([key, token]) => key.startsWith(prefix) && token.symbol.toLowerCase() === wanted,
  );
  const common = found.filter(([, { sources }]) => sources > 1);
  return (common.length > 0 ? common : found).map(([key]) => key.slice(prefix.length));
}

function ownCoin(chainId: string): GenuineToken | null {
  const { coin } = findChain(chainId);
  return coin && { ...coin, decimals: nativeDecimals, called: [coin.name, coin.symbol] };
}
