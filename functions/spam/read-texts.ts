import { findResemblance } from './resemblance.ts';
import type { Evidence } from './rule.ts';
import { readTokenText } from './text/token-text.ts';
import { webAddresses } from './text/web-addresses.ts';

/** What the rules look at of a token's name and symbol. */
export type TokenTexts = Pick<Evidence, 'name' | 'symbol' | 'sitesInName' | 'sitesInSymbol' | 'resemblance'>;

/** Works out the texts of a token; pure, but it may remember. */
export type ReadTexts = (name: string | null, symbol: string | null) => TokenTexts;

/** The texts of a token, worked out once for all rules. */
export function readTexts(nameText: string | null, symbolText: string | null): TokenTexts {
  const name = readTokenText(nameText);
  const symbol = readTokenText(symbolText);
  return {
    name,
    symbol,
    sitesInName: webAddresses(name.lower),
    sitesInSymbol: webAddresses(symbol.lower),
    resemblance: findResemblance(name, symbol),
  };
}

/** Some kilobytes each. A storm is of few tokens, or of ever new ones, which no memory helps against. */
const maxRemembered = 200;
/** Of a longer one the key alone would be an attack. */
const maxKeyLength = 1_000;

/** Like readTexts, each pair of texts worked out once: for the transfers of one step, which mostly are of few tokens. */
export function rememberingTexts(): ReadTexts {
  const known = new Map<string, TokenTexts>();
  return (name, symbol) => {
    const key = JSON.stringify([name, symbol]);
    const texts = known.get(key) ?? readTexts(name, symbol);
    if (known.size < maxRemembered && key.length < maxKeyLength) known.set(key, texts);
    return texts;
  };
}
