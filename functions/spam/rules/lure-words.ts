import type { Rule } from '../rule.ts';
import { giftsInEnglish, giftsInOtherLanguages, giftsInsideWords } from '../text/lure-words.ts';

/**
 * Words for something that one gets for nothing, in the texts or run together in a domain (aliclaim.com). Honest
 * reward tokens, vouchers and prize pools use them too, so it takes a second sign.
 */
export const lureWords: Rule = {
  name: 'lure-words',
  find: ({ name, symbol, sitesInName, sitesInSymbol }) => {
    const inText = [name, symbol].some(
      ({ lower, shown }) => giftsInEnglish.test(lower) || giftsInOtherLanguages.test(shown.toLowerCase()),
    );
    const inSite = [...sitesInName, ...sitesInSymbol].some((host) => giftsInsideWords.test(host));
    return inText || inSite
      ? 'Its name or symbol promises something for nothing. Do not try to collect it: that is how wallets are emptied.'
      : null;
  },
};
