import type { Rule } from '../rule.ts';

const address = /0x[0-9a-f]{8,}/;

/** An address in the text: the one of the token that it wants to be taken for, or one to send money to. */
export const addressInName: Rule = {
  name: 'address-in-name',
  find: ({ name, symbol }) =>
    address.test(name.lower) || address.test(symbol.lower)
      ? 'An address stands in its name or symbol. Do not send anything there, and do not take it for that token.'
      : null,
};
