import type { Rule } from '../rule.ts';

const control = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Control characters, and those that turn the direction of text around (UAX #9): what is shown is not what is written. */
export const textDirection: Rule = {
  name: 'text-direction',
  find: ({ name, symbol }) =>
    control.test(name.raw) || control.test(symbol.raw)
      ? 'Its name or symbol holds invisible signs that change what you see. Trust nothing that it says.'
      : null,
};
