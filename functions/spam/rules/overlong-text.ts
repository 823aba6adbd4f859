import type { Rule } from '../rule.ts';

/** Nobody's list shows more; the longest honest symbols are those of property shares and dated yield tokens. */
const longestName = 100;
const longestSymbol = 48;

/** A text too long for any list. Some honest jokes are: it takes a second sign. */
export const overlongText: Rule = {
  name: 'overlong-text',
  find: ({ name, symbol }) =>
    name.raw.length > longestName || symbol.raw.length > longestSymbol
      ? 'Its name or symbol is longer than any list can show. Do not act on what it says.'
      : null,
};
