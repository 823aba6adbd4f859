import type { Rule } from '../rule.ts';

/**
 * Symbol and name are a protected token's, and on this chain all of that token's genuine addresses are known: this is
 * none of them. "Same identifiers as an official token, another address" is the definition of a counterfeit token in
 * Gao et al., Tracking Counterfeit Cryptocurrency End-to-end (SIGMETRICS 2021), who found 2,117 of them; both texts are
 * asked for, because small tokens share a symbol with large ones all the time.
 */
export const copiedToken: Rule = {
  name: 'copied-token',
  find: ({ resemblance, watch }) => {
    if (resemblance === null || resemblance.name === null || resemblance.symbol === null) return null;
    const { symbol, issuedOn } = resemblance.token;
    return issuedOn.has(watch.chain.id)
      ? `It calls itself ${symbol}, but it is not the real ${symbol}. Do not trade it, and do not send any back.`
      : null;
  },
};
