import type { Rule } from '../rule.ts';
import { foldText } from '../text/fold-text.ts';

/** A bridge's suffix belongs to the word: in USDC.е the е is Cyrillic. */
const words = /[\p{L}\p{M}\p{N}.$]+/gu;
const latin = /[a-z]/i;
/** Alphabets with letters that pass for Latin ones. Greek is left out: Ω, Δ and τ are ornaments in honest names. */
const foreign =
  /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}]/gu;

/**
 * A word in Latin letters and in letters of another alphabet that all look Latin: UTS #39 (5.1, mixed-script detection)
 * calls such a string suspicious, and browsers refuse it in domains. A word that is foreign throughout is a word.
 */
export const mixedAlphabets: Rule = {
  name: 'mixed-alphabets',
  find: ({ name, symbol }) =>
    [name, symbol].some(({ shown }) => (shown.match(words) ?? []).some(isMixed))
      ? 'A word in it mixes letters of two alphabets that look the same. That is done to deceive: ignore it.'
      : null,
};

function isMixed(word: string): boolean {
  const strangers = word.match(foreign);
  if (strangers === null) return false;
  const others = word.replace(foreign, '');
  const letters = [...new Set(strangers)];
  if (!latin.test(others) && new Set(letters.map(scriptOf)).size < 2) return false;
  return allLookLatin(letters);
}

/** All in one go, each apart from the next by a digit, which none of them looks like where it passes for a letter. */
function allLookLatin(letters: readonly string[]): boolean {
  const folded = foldText(letters.join('0')).split('0');
  return folded.length === letters.length && folded.every((letter) => /^[a-z]+$/i.test(letter));
}

function scriptOf(letter: string): string {
  if (/\p{Script=Cyrillic}/u.test(letter)) return 'Cyrillic';
  return /\p{Script=Armenian}/u.test(letter) ? 'Armenian' : 'other';
}
