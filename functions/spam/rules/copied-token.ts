import { isMoney } from '../copy-of-known.ts';
import { hasSymbolOf } from '../resemblance.ts';
import type { Evidence, Rule } from '../rule.ts';
import { disguisedToken } from './disguised-token.ts';
import { wrongDecimals } from './wrong-decimals.ts';

/**
 * Symbol and name are a protected token's, and on this chain all of that token's genuine addresses are known: this is
 * none of them. "Same identifiers as an official token, another address" is the definition of a counterfeit token in
 * Gao et al., Tracking Counterfeit Cryptocurrency End-to-end (SIGMETRICS 2021), who found 2,117 of them; both texts are
 * asked for, because small tokens share a symbol with large ones all the time. Of what people count money in the symbol
 * is enough: it is all that an SMS shows, so a thief is free to choose any name.
 */
export const copiedToken: Rule = {
  name: 'copied-token',
  find: (evidence) => {
    const { resemblance, watch } = evidence;
    if (resemblance === null || !resemblance.token.issuedOn.has(watch.chain.id)) return null;
    const { symbol } = resemblance.token;
    const hasBoth = resemblance.name !== null && resemblance.symbol !== null;
    return hasBoth || hasSymbolOfMoney(evidence)
      ? `It is not the known ${symbol}, whatever it calls itself. Do not trade it, and do not send any back.`
      : null;
  },
};

/** Unless another rule counts the very same sign: verification takes one sign back, not two. */
function hasSymbolOfMoney(evidence: Evidence): boolean {
  const { resemblance, symbol } = evidence;
  return (
    resemblance !== null &&
    isMoney(resemblance.token) &&
    hasSymbolOf(symbol, resemblance.token) &&
    disguisedToken.find(evidence) === null &&
    wrongDecimals.find(evidence) === null
  );
}
