import { findResemblance } from './resemblance.ts';
import type { Evidence } from './rule.ts';
import { readTokenText } from './text/token-text.ts';
import { webAddresses } from './text/web-addresses.ts';

/** A token's name and symbol in the forms that rules read. */
export type TokenTexts = Pick<Evidence, 'name' | 'symbol' | 'sitesInName' | 'sitesInSymbol' | 'resemblance'>;

/** Reads the texts of a token; pure, but it may remember results. */
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

/** Entries of some kilobytes each. A storm has few tokens, or ever new ones, against which no memory helps. */
const maxRemembered = 200;
/** Longer keys are not remembered, so that a stranger can't fill the memory with them. */
const maxKeyLength = 1_000;

/** Like readTexts, but reads each pair of texts once: for the transfers of one step, which have mostly few tokens. */
export function rememberingTexts(): ReadTexts {
  const known = new Map<string, TokenTexts>();
  return (name, symbol) => {
    const key = JSON.stringify([name, symbol]);
    const texts = known.get(key) ?? readTexts(name, symbol);
    if (known.size < maxRemembered && key.length < maxKeyLength) known.set(key, texts);
    return texts;
  };
}
