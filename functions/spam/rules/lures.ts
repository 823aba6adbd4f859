import { rule, textRule } from '../rule.ts';
import {
  giftsInEnglish,
  giftsInOtherLanguages,
  giftsInsideWords,
  giveawaysInEnglish,
  giveawaysInOtherLanguages,
  ordersInEnglish,
  ordersInOtherLanguages,
} from '../text/lure-words.ts';

/** A second sign is needed: a token called "Claim" may be honest. Words by Forta's and Leather's filters and wallet vendors. */
export const callToAction = textRule(
  'call-to-action',
  'Its name or symbol tells you to do something, such as visit or claim. Do not follow it.',
  ({ lower, shown }) => ordersInEnglish.test(lower) || ordersInOtherLanguages.test(shown.toLowerCase()),
);

/** Also inside a domain (aliclaim.com). Honest reward tokens use such words too: a second sign is needed. */
export const lureWords = rule(
  'lure-words',
  'Its name or symbol promises something for nothing. Do not try to collect it: that is how wallets are emptied.',
  ({ name, symbol, sitesInName, sitesInSymbol }) =>
    [name, symbol].some(
      ({ lower, shown }) => giftsInEnglish.test(lower) || giftsInOtherLanguages.test(shown.toLowerCase()),
    ) || [...sitesInName, ...sitesInSymbol].some((host) => giftsInsideWords.test(host)),
);

/** None of the development set's 1,490 honest tokens has such a name. The words are `lure-words` too: both decide together. */
export const giveaway = textRule(
  'giveaway',
  'Its name or symbol announces a giveaway. Real ones need no such token: do not take part.',
  ({ lower, shown }) => giveawaysInEnglish.test(lower) || giveawaysInOtherLanguages.test(shown.toLowerCase()),
);

const money = /[$€£＄]\s?\d[\d.,]*\s?k?\b|(?<![\w.])\d[\d.,]*k?\s?[$€£＄]/;
/** Three digits and more of a coin: pool names carry weights of two ("80 BAL 20 WETH"). */
const coins = /(?<![\w.-])\d[\d.,]{2,}k?\s?(?:usd[tc]?|eth|btc|bnb|sol|op|arb|dai|busd|matic|pol|shib|trx)\b/;

/** The worth that the token pretends to have (Forta: "an alleged price"). */
export const promisedAmount = textRule(
  'promised-amount',
  'Its name or symbol names a sum of money. It is not worth that: do not try to exchange it.',
  ({ lower }) => money.test(lower) || coins.test(lower),
);
