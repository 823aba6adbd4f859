import type { LabelledToken } from '../labelled-tokens.ts';

/**
 * thirdweb Insight's filter, as its changelog lists it ("Filter Spam Tokens", 2025): empty name, empty symbol, a symbol
 * of more than 15 characters, zero decimals; each alone makes a token spam.
 */
export function isSpamByThirdweb({ name, symbol, decimals }: LabelledToken): boolean {
  return name === '' || symbol === '' || symbol.length > 15 || decimals === 0;
}
