import type { Rule } from '../rule.ts';
import { giveawaysInEnglish, giveawaysInOtherLanguages } from '../text/lure-words.ts';

/**
 * The text announces a giveaway: an airdrop, a raffle, a win. A project that gives its coins away gives them, under
 * their name; none of the 1,490 honest tokens of the development set is called so. It is a gift in the sense of
 * `lure-words` too, and with that decides.
 */
export const giveaway: Rule = {
  name: 'giveaway',
  find: ({ name, symbol }) => {
    const found = [name, symbol].some(
      ({ lower, shown }) =>
        giveawaysInEnglish.test(lower) || giveawaysInOtherLanguages.test(shown.toLowerCase()),
    );
    return found
      ? 'Its name or symbol announces a giveaway. Real ones need no such token: do not take part.'
      : null;
  },
};
