import { looksLike, protectedBySymbol, tokenCalled } from './resemblance.ts';
import { foldText, skeleton } from './text/confusables.ts';
import { readTokenText, type TokenText } from './text/token-text.ts';

/** The symbol of the money (stablecoin, bitcoin, a chain's own coin) that a text, or a word of it, reads as: `nativeUSDC`. */
export function moneyIn(text: string): string | null {
  const read = readTokenText(text);
  const whole = tokenCalled(read);
  const isCalledMoney = whole !== null && (whole.isMoney || /(ETH|BTC)$/.test(whole.symbol));
  if (isCalledMoney && looksLike(read, whole)) return whole.symbol;
  for (const written of waysToRead(text, read)) {
    for (const word of wordsOf(written)) {
      const token = protectedBySymbol(skeleton(word));
      if (token?.isMoney && looksLike(readTokenText(word), token)) return token.symbol;
    }
  }
  return null;
}

/** Whether the text is a symbol of money whose contracts on the chain are all known, so that any other contract is a copy. */
export function isMoneyOf(chainId: string, text: string): boolean {
  const token = protectedBySymbol(skeleton(text));
  const isSymbol = token?.isMoney === true && token.symbol.toUpperCase() === text.toUpperCase();
  return isSymbol && token.issuedOn.has(chainId);
}

/** Also in capitals: a small Cyrillic т looks unlike a Latin t, its capital like T. */
function waysToRead(text: string, { shown, plain }: TokenText): Set<string> {
  return new Set(plain === text ? [text] : [text, plain, foldText(shown.toUpperCase())]);
}

const shortest = 3;
const longest = 8;

/** Any other character ends a word: readers take `USDCº` for USDC. */
const runs = /[A-Za-z0-9]+/g;
/** Splits at a capital after a small letter, and after a leading number (`1000USDC`). */
const turns = /(?<=[a-z])(?=[A-Z])|(?<=^[0-9]+)(?=[A-Za-z])/;

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
