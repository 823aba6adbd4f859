import type { Rule } from '../rule.ts';

/**
 * The texts are made to look like a protected token's: with letters of another alphabet, invisible characters, spaces
 * between the letters, or digits for letters (UTS #39, Unicode Security Mechanisms: two strings with one skeleton are
 * confusable). Digits for letters, and twins such as l and I,
 * count only where the other text is the token's own: USDI is no USD1.
 */
export const disguisedToken: Rule = {
  name: 'disguised-token',
  find: ({ resemblance }) => {
    if (resemblance === null) return null;
    const { token, name, symbol } = resemblance;
    const disguised = name === 'disguised' || symbol === 'disguised';
    const twins = (name === 'same' && symbol === 'twins') || (name === 'twins' && symbol === 'same');
    return disguised || twins
      ? `It is written so that it looks like ${token.symbol}, with swapped or hidden letters. It is not ${token.symbol}: ignore it.`
      : null;
  },
};
