import { type ListedToken, listedTokens } from '../chain/genuine-tokens.ts';
import { nameKey, seenKey, skeleton } from './text/confusables.ts';

/** A token that is worth imitating (protected-tokens.json, made by test/bench/spam/make-protected-tokens.ts). */
export interface ProtectedToken {
  readonly symbol: string;
  /** For classes of money (isMoney) a copied symbol decides alone, and texts mark it as a copy. */
  readonly class: string;
  /** Its own symbol and those of its bridged contracts, as skeletons. */
  readonly symbols: ReadonlySet<string>;
  /** The same symbols as seenKeys, except those with a 1, because USDI is not USD1. */
  readonly seen: ReadonlySet<string>;
  /** All its symbols and names, as nameKeys. */
  readonly keys: ReadonlySet<string>;
  /** The chains on which the list has all its genuine contracts. */
  readonly issuedOn: ReadonlySet<string>;
}

interface Book {
  readonly bySymbol: ReadonlyMap<string, ProtectedToken>;
  readonly byName: ReadonlyMap<string, ProtectedToken>;
}

let opened: Book | undefined;

/** Made at the first use, not at import: it takes a few milliseconds, once a cold start. */
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
