import type { Rule } from '../rule.ts';

/** Between two Latin letters or digits nothing invisible has a meaning; in Persian or Hindi words it may. */
const betweenLatin =
  /[a-z0-9\p{Script=Cyrillic}][\p{Cf}\p{Cc}\p{DI}][\p{Cf}\p{Cc}\p{DI}\s]*[a-z0-9\p{Script=Cyrillic}]/iu;

/** Invisible characters that split a word, so that no filter finds it (UTS #39 3.1 lets none of them into identifiers). */
export const hiddenCharacters: Rule = {
  name: 'hidden-characters',
  find: ({ name, symbol }) =>
    [name, symbol].some(({ raw }) => betweenLatin.test(raw))
      ? 'Invisible characters stand between the letters of its name or symbol. That is done to get past filters: ignore it.'
      : null,
};
