import { protectedBySymbol } from './protected-tokens.ts';
import { hasNameOf, hasSymbolOf, isMoney, tokenCalled } from './resemblance.ts';
import { foldText, skeleton } from './text/confusables.ts';
import { readTokenText, type TokenText } from './text/token-text.ts';

/**
 * The symbol of the known money (a stablecoin, a chain's own coin, bitcoin, bare or wrapped) that a reader finds in a
 * text: the whole text looks like its symbol or name, or one word looks like its symbol (`USDC-refund`, `nativeUSDC`).
 * Null where there is none. The contract behind the text does not count here.
 */
export function moneyIn(text: string): string | null {
  const read = readTokenText(text);
  const whole = tokenCalled(read);
  if (whole !== null && isMoney(whole) && (hasSymbolOf(read, whole) || hasNameOf(read, whole)))
    return whole.symbol;
  for (const written of waysToRead(text, read)) {
    for (const word of wordsOf(written)) {
      const token = protectedBySymbol(skeleton(word));
      if (token !== null && isMoney(token) && hasSymbolOf(readTokenText(word), token)) return token.symbol;
    }
  }
  return null;
}

/** As written, as it looks, and as its capitals look: a small Cyrillic т is no Latin t, but its capital is a T. */
function waysToRead(text: string, { shown, plain }: TokenText): Set<string> {
  return new Set(plain === text ? [text] : [text, plain, foldText(shown.toUpperCase())]);
}

/** The lengths of the symbols of known money; where rn stands for m, two letters more. */
const shortest = 3;
const longest = 8;

/** All but ASCII letters and digits ends a word: a reader takes `USDCº` and `USDC²` for USDC. */
const runs = /[A-Za-z0-9]+/g;
/** Where small letters turn to capitals, and behind a number: a symbol may bring its own amount (`1000USDC`). */
const turns = /(?<=[a-z])(?=[A-Z])|(?<=^[0-9]+)(?=[A-Za-z])/;

/** The words that are no longer than a symbol. Neighbouring parts are one word too: `crvUSD` has a turn inside. */
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
