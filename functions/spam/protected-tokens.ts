import { type ListedToken, listedTokens } from '../chain/genuine-tokens.ts';
import { nameKey, seenKey, skeleton } from './text/confusables.ts';

/** A token that is worth imitating (protected-tokens.json, made by test/bench/spam/make-protected-tokens.ts). */
export interface ProtectedToken {
  readonly symbol: string;
  readonly class: string;
  /** Skeletons of its symbols, those of bridged contracts included. */
  readonly symbols: ReadonlySet<string>;
  /** The same as seenKeys, except those with a 1: USDI is not USD1. */
  readonly seen: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
  /** The chains on which all genuine contracts are known. */
  readonly issuedOn: ReadonlySet<string>;
}

interface Book {
  readonly bySymbol: ReadonlyMap<string, ProtectedToken>;
  readonly byName: ReadonlyMap<string, ProtectedToken>;
}

let opened: Book | undefined;

/** At the first use, not at import: it takes a few milliseconds. */
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

export function protectedBySymbol(look: string): ProtectedToken | null {
  return book().bySymbol.get(look) ?? null;
}

export function protectedByName(look: string): ProtectedToken | null {
  return book().byName.get(look) ?? null;
}
