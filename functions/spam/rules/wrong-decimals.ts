import type { Rule } from '../rule.ts';

/**
 * The symbol of a protected token on a contract without decimals. All of the protected ones have 6 or more (EIP-20
 * leaves the number open; these are in the lists of protected-tokens.json): a mass airdrop is cheaper to write with 0.
 */
export const wrongDecimals: Rule = {
  name: 'wrong-decimals',
  find: ({ transfer, resemblance }) => {
    if (transfer.token.decimals !== 0 || resemblance === null || resemblance.symbol === null) return null;
    const { symbol } = resemblance.token;
    return `It calls itself ${symbol}, but comes in whole pieces only, which the real ${symbol} does not. It is a copy: ignore it.`;
  },
};
