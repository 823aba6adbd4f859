import type { Rule } from '../rule.ts';
import { ordersInEnglish, ordersInOtherLanguages } from '../text/lure-words.ts';

/**
 * The text tells its reader to do something, or what he has won. One sign among others: a token called "Claim" is
 * nothing yet. Keywords such as "claim" and "activate" are named in the README of Forta's spam detector, claim, free and
 * airdrop in Leather's published filter; the phrases here are those of wallet vendors' warnings.
 */
export const callToAction: Rule = {
  name: 'call-to-action',
  find: ({ name, symbol }) => {
    const found = [name, symbol].some(
      ({ lower, shown }) => ordersInEnglish.test(lower) || ordersInOtherLanguages.test(shown.toLowerCase()),
    );
    return found
      ? 'Its name or symbol tells you to do something, such as visit or claim. Do not follow it.'
      : null;
  },
};
