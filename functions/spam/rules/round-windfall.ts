import type { Rule } from '../rule.ts';

const thousand = 1_000n;

/**
 * A round amount of a thousand and more of a token that is on no list: an airdrop's shape. People send round amounts
 * too, so it is the lightest of all signs.
 */
export const roundWindfall: Rule = {
  name: 'round-windfall',
  find: ({ transfer: { direction, value, token } }) => {
    if (direction !== 'in' || token.decimals === null || token.verified === true) return null;
    const whole = 10n ** BigInt(Math.min(token.decimals, 77));
    return value >= thousand * whole && value % (thousand * whole) === 0n
      ? 'A large round amount came unasked. If you did not expect it, leave it alone.'
      : null;
  },
};
