import list from './protected-tokens.json' with { type: 'json' };
import { nameKey, seenKey, skeleton } from './text/confusables.ts';

/** A token that is worth imitating (protected-tokens.json, made by test/bench/spam/make-protected-tokens.ts). */
export interface ProtectedToken {
  readonly symbol: string;
  /** Of the first three a copy decides alone by its symbol, and no text shows its symbol bare. */
  readonly class: string;
  /** Its own symbol and those of its bridged contracts, by skeleton. */
  readonly symbols: ReadonlySet<string>;
  /** The same by seenKey, less those with a 1: USDI is no USD1. */
  readonly seen: ReadonlySet<string>;
  /** Symbols and names by nameKey: what the token is called. */
  readonly keys: ReadonlySet<string>;
  /** Chains whose genuine contracts are all in the list. */
  readonly issuedOn: ReadonlySet<string>;
}

/** What a genuine contract says of itself, or would if the API passed it on. */
export interface GenuineToken {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

interface ListedContract {
  readonly address: string;
  /** Where it is not the token's own. */
  readonly symbol?: string | undefined;
  readonly decimals: number;
  readonly sources: number;
}

interface ListedToken {
  readonly symbol: string;
  readonly aliases: readonly string[];
  readonly class: string;
  readonly names: readonly string[];
  readonly issuedOn: readonly string[];
  readonly at: Readonly<Record<string, readonly ListedContract[] | undefined>>;
}

interface Book {
  /** By chain id and address, `0x1:0xa0b8…`. */
  readonly genuine: ReadonlyMap<string, GenuineToken & Pick<ListedContract, 'sources'>>;
  readonly bySymbol: ReadonlyMap<string, ProtectedToken>;
  readonly byName: ReadonlyMap<string, ProtectedToken>;
}

let opened: Book | undefined;

/** Made at the first use, not at import: dispatch-polls never needs it. A few milliseconds, once a cold start. */
function book(): Book {
  opened ??= openBook(list.tokens);
  return opened;
}

function openBook(tokens: readonly ListedToken[]): Book {
  const genuine = new Map<string, GenuineToken & Pick<ListedContract, 'sources'>>();
  const bySymbol = new Map<string, ProtectedToken>();
  const byName = new Map<string, ProtectedToken>();
  for (const { symbol, aliases, class: kind, names, issuedOn, at } of tokens) {
    const symbols = [symbol, ...aliases];
    const called = [...symbols, ...names];
    const token: ProtectedToken = {
      symbol,
      class: kind,
      symbols: new Set(symbols.map(skeleton)),
      seen: new Set(symbols.filter((text) => !text.includes('1')).map(seenKey)),
      keys: new Set(called.map(nameKey)),
      issuedOn: new Set(issuedOn),
    };
    // An alias never takes the place of a token's own symbol.
    bySymbol.set(skeleton(symbol), token);
    for (const alias of aliases) if (!bySymbol.has(skeleton(alias))) bySymbol.set(skeleton(alias), token);
    for (const name of called) if (!byName.has(skeleton(name))) byName.set(skeleton(name), token);
    for (const [chain, contracts] of Object.entries(at)) {
      for (const { address, symbol: own = symbol, decimals, sources } of contracts ?? []) {
        const key = `${chain}:${address}`;
        // Some lists call a wrapped coin by the coin's symbol: what most of them say stands.
        if ((genuine.get(key)?.sources ?? 0) < sources)
          genuine.set(key, { name: names[0] ?? own, symbol: own, decimals, sources });
      }
    }
  }
  return { genuine, bySymbol, byName };
}

/** Lists write a chain's own coin so; no contract lives there. */
const coinPlaceholders: ReadonlySet<string> = new Set([`0x${'0'.repeat(40)}`, `0x${'e'.repeat(40)}`]);

/** Is this address a genuine contract of a protected token? Then whatever its texts say is its own. */
export function isGenuine(chainId: string, address: string): boolean {
  return book().genuine.has(`${chainId}:${address}`) || coinPlaceholders.has(address);
}

/** Name, symbol and decimals of the protected token whose genuine contract this is; null for any other address. */
export function genuineToken(chainId: string, address: string): GenuineToken | null {
  return book().genuine.get(`${chainId}:${address}`) ?? null;
}

/** The protected token with a symbol that looks like this one (a skeleton). */
export function protectedBySymbol(look: string): ProtectedToken | null {
  return book().bySymbol.get(look) ?? null;
}

/** The protected token with a name or symbol that looks like this one (a skeleton). */
export function protectedByName(look: string): ProtectedToken | null {
  return book().byName.get(look) ?? null;
}
