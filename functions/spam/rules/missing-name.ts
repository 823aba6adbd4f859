import type { Rule } from '../rule.ts';

/**
 * A name without a symbol, or the other way round (EIP-20 makes both optional; every wallet's list has both). Both
 * missing says nothing: the API's rows of 2022 have neither.
 */
export const missingName: Rule = {
  name: 'missing-name',
  find: ({ name, symbol }) =>
    (name.shown === '') !== (symbol.shown === '')
      ? 'It has no name or no symbol. Look at its address before you trust it.'
      : null,
};
