import { type Rule, rule, textRule } from '../rule.ts';
import { foldText } from '../text/confusables.ts';

/** Between Latin or Cyrillic letters or digits no invisible character has a meaning; in Persian or Hindi words it may. */
const betweenLatin =
  /[a-z0-9\p{Script=Cyrillic}][\p{Cf}\p{Cc}\p{DI}][\p{Cf}\p{Cc}\p{DI}\s]*[a-z0-9\p{Script=Cyrillic}]/iu;

/** UTS #39 (3.1) lets no invisible character into identifiers. */
export const hiddenCharacters = textRule(
  'hidden-characters',
  'Invisible characters stand between the letters of its name or symbol. That is done to get past filters: ignore it.',
  ({ raw }) => betweenLatin.test(raw),
);

/** A bridge's suffix belongs to the word: in USDC.е the е is Cyrillic. */
const words = /[\p{L}\p{M}\p{N}.$]+/gu;
const latin = /[a-z]/i;
/** Greek is left out: Ω, Δ and τ are ornaments in honest names. */
const foreign =
  /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}]/gu;

/** UTS #39 (5.1) calls two alphabets in a word suspicious, and browsers refuse them in domains. */
export const mixedAlphabets = textRule(
  'mixed-alphabets',
  'A word in it mixes letters of two alphabets that look the same. That is done to deceive: ignore it.',
  ({ shown }) => (shown.match(words) ?? []).some(isMixed),
);

function isMixed(word: string): boolean {
  const strangers = word.match(foreign);
  if (strangers === null) return false;
  const others = word.replace(foreign, '');
  const letters = [...new Set(strangers)];
  if (!latin.test(others) && new Set(letters.map(scriptOf)).size < 2) return false;
  return allLookLatin(letters);
}

/** One call folds all letters, joined by zeros. A letter that itself folds to a zero does not look Latin. */
function allLookLatin(letters: readonly string[]): boolean {
  const folded = foldText(letters.join('0')).split('0');
  return folded.length === letters.length && folded.every((letter) => /^[a-z]+$/i.test(letter));
}

function scriptOf(letter: string): string {
  if (/\p{Script=Cyrillic}/u.test(letter)) return 'Cyrillic';
  return /\p{Script=Armenian}/u.test(letter) ? 'Armenian' : 'other';
}

const control = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** UAX #9: what is shown is not what is written. */
export const textDirection = textRule(
  'text-direction',
  'Its name or symbol holds invisible signs that change what you see. Trust nothing that it says.',
  ({ raw }) => control.test(raw),
);

/** Wallets sort by name: the sign brings the token to the top. */
const toTheTop = /^(?:[!#@~*]+\s*(?=[\p{L}\p{N}[$|.])|[$|]\s+\S)/u;
const shouting = /[✅☑✔🎁🎉🎊🎈💰💵💲💸🤑🏆🥇🎫🎟⭐🌟🔥🚀⚠❗‼🔔📢📣👉👇➡]/u;

export const attentionMarks = textRule(
  'attention-marks',
  'Its name or symbol has signs that are there to catch your eye. Do not act on what it says.',
  ({ shown }) => toTheTop.test(shown) || shouting.test(shown),
);

/** Ornaments count only if both texts look like the token's, digits for letters only if the other text is its own: USDI is not USD1. */
export const disguisedToken: Rule = {
  name: 'disguised-token',
  find: ({ resemblance }) => {
    if (resemblance === null) return null;
    const { token, name, symbol } = resemblance;
    const disguised = name === 'disguised' || symbol === 'disguised';
    const ornamented = name !== null && symbol !== null && (name === 'ornamented' || symbol === 'ornamented');
    const confusables =
      (name === 'same' && symbol === 'confusable') || (name === 'confusable' && symbol === 'same');
    return disguised || ornamented || confusables
      ? `It is written so that it looks like ${token.symbol}, with swapped or hidden letters. It is not ${token.symbol}: ignore it.`
      : null;
  },
};

const readable = /[\p{L}\p{N}\p{S}]/u;

/** EIP-20 makes both optional, but all listed tokens have both; a lone "." is neither. The API's rows of 2022 lack both. */
export const missingName = rule(
  'missing-name',
  'It has no name or no symbol. Look at its address before you trust it.',
  ({ name, symbol }) => readable.test(name.shown) !== readable.test(symbol.shown),
);

/** No wallet's list shows more; property shares and dated yield tokens have the longest honest symbols. */
const maxNameLength = 100;
const maxSymbolLength = 48;

/** Some honest jokes are as long: a second sign is needed. */
export const overlongText = rule(
  'overlong-text',
  'Its name or symbol is longer than any list can show. Do not act on what it says.',
  ({ name, symbol }) => name.raw.length > maxNameLength || symbol.raw.length > maxSymbolLength,
);
