import { type ProtectedToken, protectedBySymbol } from './protected-tokens.ts';
import { hasNameOf, hasSymbolOf, isMoney, tokenCalled } from './resemblance.ts';
import { foldText, skeleton } from './text/confusables.ts';
import { readTokenText, type TokenText } from './text/token-text.ts';

/**
 * The symbol of the known money (a stablecoin, a chain's own coin, bitcoin, bare or wrapped) that a reader finds in a
 * text: the whole text looks like its symbol or name, or one word looks like its symbol (`USDC-refund`, `nativeUSDC`).
 * Null if there is none. The contract behind the text does not count here.
 */
export function moneyIn(text: string): string | null {
  const read = readTokenText(text);
  const whole = tokenCalled(read);
  if (whole !== null && readsAsMoney(whole) && (hasSymbolOf(read, whole) || hasNameOf(read, whole)))
    return whole.symbol;
  for (const written of waysToRead(text, read)) {
    for (const word of wordsOf(written)) {
      const token = protectedBySymbol(skeleton(word));
      if (token !== null && isMoney(token) && hasSymbolOf(readTokenText(word), token)) return token.symbol;
    }
  }
  return null;
}

/** Staked ether and bitcoin read as money too, in capitals as well: STETH. */
function readsAsMoney(token: ProtectedToken): boolean {
  return isMoney(token) || /(ETH|BTC)$/.test(token.symbol);
}

/** As written, as it looks, and as its capitals look: a small Cyrillic т looks unlike a Latin t, but its capital looks like T. */
function waysToRead(text: string, { shown, plain }: TokenText): Set<string> {
  return new Set(plain === text ? [text] : [text, plain, foldText(shown.toUpperCase())]);
}

/** The lengths of words that may be a symbol of known money, with two letters more for `rn` in place of `m`. */
const shortest = 3;
const longest = 8;

/** Every other character ends a word: a reader takes `USDCº` and `USDC²` for USDC. */
const runs = /[A-Za-z0-9]+/g;
/** Splits at a capital after a small letter, and after a leading number: a symbol may bring its own amount (`1000USDC`). */
const turns = /(?<=[a-z])(?=[A-Z])|(?<=^[0-9]+)(?=[A-Za-z])/;

/** The words of a symbol's length. Neighbouring parts are also joined to words, as in `crvUSD`. */
function* wordsOf(text: string): Generator<string> {
  for (const [run] of text.matchAll(runs)) {
    const parts = run.split(turns);
    for (let first = 0; first < parts.length; first += 1) {
      let word = '';
      for (const part of parts.slice(first, first + longest)) {
        word += part;
        if (word.length > longest) break;
        if (word.length >= shortest) yield word;
      }
    }
  }
}
