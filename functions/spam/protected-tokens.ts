import { type ListedToken, listedTokens } from '../chain/genuine-tokens.ts';
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

interface Book {
  readonly bySymbol: ReadonlyMap<string, ProtectedToken>;
  readonly byName: ReadonlyMap<string, ProtectedToken>;
}

let opened: Book | undefined;

/** Made at the first use, not at import: a few milliseconds, once a cold start. */
function book(): Book {
  opened ??= openBook(listedTokens);
  return opened;
}

function openBook(tokens: readonly ListedToken[]): Book {
  const bySymbol = new Map<string, ProtectedToken>();
  const byName = new Map<string, ProtectedToken>();
  for (const { symbol, aliases, class: kind, names, issuedOn } of tokens) {
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
  }
  return { bySymbol, byName };
}

/** The protected token with a symbol that looks like this one (a skeleton). */
export function protectedBySymbol(look: string): ProtectedToken | null {
  return book().bySymbol.get(look) ?? null;
}

/** The protected token with a name or symbol that looks like this one (a skeleton). */
export function protectedByName(look: string): ProtectedToken | null {
  return book().byName.get(look) ?? null;
}
