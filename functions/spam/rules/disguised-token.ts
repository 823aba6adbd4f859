import type { Rule } from '../rule.ts';

/**
 * The texts are made to look like a protected token's: with letters of another alphabet, invisible characters, spaces
 * between the letters, or digits for letters (UTS #39, Unicode Security Mechanisms: two strings with one skeleton are
 * confusable). Ornamented letters count only where both texts point to the token; digits for letters, and twins such as
 * l and I, only where one of the two is the token's own: USDI is no USD1.
 */
export const disguisedToken: Rule = {
  name: 'disguised-token',
  find: ({ resemblance }) => {
    if (resemblance === null) return null;
    const { token, name, symbol } = resemblance;
    const disguised = name === 'disguised' || symbol === 'disguised';
    const ornamented = name !== null && symbol !== null && (name === 'ornamented' || symbol === 'ornamented');
    const twins = (name === 'same' && symbol === 'twins') || (name === 'twins' && symbol === 'same');
    return disguised || ornamented || twins
      ? `It is written so that it looks like ${token.symbol}, with swapped or hidden letters. It is not ${token.symbol}: ignore it.`
      : null;
  },
};
