import list from './protected-tokens.json' with { type: 'json' };
import { lookKey, nameKey } from './text/looks-like.ts';

/** A token that is worth imitating (protected-tokens.json, made by test/bench/spam/make-protected-tokens.ts). */
export interface ProtectedToken {
  readonly symbol: string;
  /** Symbol and names by nameKey: what the token is called. */
  readonly keys: ReadonlySet<string>;
  readonly symbolKey: string;
  /** Chains whose genuine contracts are all in the list. */
  readonly issuedOn: ReadonlySet<string>;
}

interface Book {
  /** By chain id and address, `0x1:0xa0b8…`. */
  readonly genuine: ReadonlyMap<string, ProtectedToken>;
  readonly bySymbol: ReadonlyMap<string, ProtectedToken>;
  readonly byName: ReadonlyMap<string, ProtectedToken>;
}

let opened: Book | undefined;

/** Made at the first use, not at import: dispatch-polls never needs it. A few milliseconds, once a cold start. */
function book(): Book {
  opened ??= openBook();
  return opened;
}

function openBook(): Book {
  const genuine = new Map<string, ProtectedToken>();
  const bySymbol = new Map<string, ProtectedToken>();
  const byName = new Map<string, ProtectedToken>();
  for (const { symbol, names, issuedOn, at } of list.tokens) {
    const called = [symbol, ...names];
    const token: ProtectedToken = {
      symbol,
      keys: new Set(called.map(nameKey)),
      symbolKey: nameKey(symbol),
      issuedOn: new Set(issuedOn),
    };
    bySymbol.set(lookKey(symbol), token);
    for (const name of called) if (!byName.has(lookKey(name))) byName.set(lookKey(name), token);
    for (const [chain, addresses] of Object.entries(at)) {
      for (const address of addresses ?? []) genuine.set(`${chain}:${address}`, token);
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

/** The protected token with a symbol that looks like this one (a lookKey). */
export function protectedBySymbol(look: string): ProtectedToken | null {
  return book().bySymbol.get(look) ?? null;
}

/** The protected token with a name or symbol that looks like this one (a lookKey). */
export function protectedByName(look: string): ProtectedToken | null {
  return book().byName.get(look) ?? null;
}
