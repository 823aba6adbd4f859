import type { Rule } from '../rule.ts';

const money = /[$€£＄]\s?\d[\d.,]*\s?k?\b|(?<![\w.])\d[\d.,]*k?\s?[$€£＄]/;
/** Three digits and more of a coin: pool names carry weights of two ("80 BAL 20 WETH"). */
const coins = /(?<![\w.-])\d[\d.,]{2,}k?\s?(?:usd[tc]?|eth|btc|bnb|sol|op|arb|dai|busd|matic|pol|shib|trx)\b/;

/** A sum of money in the text: what the token pretends to be worth, or to be exchanged for (Forta: "an alleged price"). */
export const promisedAmount: Rule = {
  name: 'promised-amount',
  find: ({ name, symbol }) =>
    [name, symbol].some(({ lower }) => money.test(lower) || coins.test(lower))
      ? 'Its name or symbol names a sum of money. It is not worth that: do not try to exchange it.'
      : null,
};
