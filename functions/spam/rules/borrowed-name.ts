import type { Rule } from '../rule.ts';
import { copiedToken } from './copied-token.ts';

/**
 * A protected token's name or symbol at an address that is not known for it, short of a copy: only one of the two, or on
 * a chain where bridges may have made contracts that no list has. By itself it says little; a lure often borrows a name.
 */
export const borrowedName: Rule = {
  name: 'borrowed-name',
  find: (evidence) => {
    const { resemblance } = evidence;
    if (resemblance === null || copiedToken.find(evidence) !== null) return null;
    const { symbol } = resemblance.token;
    return resemblance.name === 'same' || resemblance.symbol === 'same'
      ? `It uses the name of ${symbol}, but its address is not one known for ${symbol}. Compare the address before you trust it.`
      : null;
  },
};
