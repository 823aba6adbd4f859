import type { Rule } from '../rule.ts';

/**
 * The sender is the token's own contract: nobody paid, the contract handed itself out. Forta's spam detector calls it a
 * passive airdrop. Sales contracts do so as well, so it takes a second sign.
 */
export const sentByItself: Rule = {
  name: 'sent-by-itself',
  find: ({ transfer: { direction, from, token } }) =>
    direction === 'in' && from.address === token.address
      ? 'The token sent itself to you; no person paid you. If you did not buy it, leave it alone.'
      : null,
};
