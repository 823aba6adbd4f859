import type { Rule } from '../rule.ts';

const order =
  /^\W*(?:please\s+)?(?:(?:claim|visit|redeem)\W*$|(?:claim|visit|redeem|buy|get|join|open|swap|send|access|earn|check)\s+\S)/;

/** A symbol that starts with an order to its reader: "Claim", "Visit …", "Buy X". Honest ones are names. */
export const orderAsSymbol: Rule = {
  name: 'order-as-symbol',
  find: ({ symbol }) =>
    order.test(symbol.lower)
      ? 'Its symbol is an order to you, not the name of a coin. Do not follow it.'
      : null,
};
