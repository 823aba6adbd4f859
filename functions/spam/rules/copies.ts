import { hasSymbolOf } from '../resemblance.ts';
import { type Evidence, type Rule, rule } from '../rule.ts';
import { skeleton } from '../text/confusables.ts';
import { disguisedToken } from './disguises.ts';

/** 0 decimals make a mass airdrop cheap to write; no protected token has them. NFTs are left out: they have no decimals. */
export const wrongDecimals: Rule = {
  name: 'wrong-decimals',
  find: ({ transfer: { token, tokenId }, resemblance }) => {
    if (token.decimals !== 0 || tokenId !== null || !resemblance?.symbol) return null;
    const { symbol } = resemblance.token;
    return `It calls itself ${symbol}, but comes in whole pieces only, which the real ${symbol} does not. It is a copy: ignore it.`;
  },
};

/**
 * A counterfeit by Gao et al., Tracking Counterfeit Cryptocurrency End-to-end (SIGMETRICS 2021). Both texts must match: small
 * tokens share symbols with large ones. For money the symbol is enough, because an SMS shows nothing else.
 */
export const copiedToken: Rule = {
  name: 'copied-token',
  find: (evidence) => {
    const { resemblance, watch } = evidence;
    if (resemblance === null || !resemblance.token.issuedOn.has(watch.chain.id)) return null;
    const { token, name } = resemblance;
    const { symbol } = token;
    // iBTC (IBTC) is not LBTC: if the name only resembles the token's, the symbol must look the same.
    const isCalledSo = name === 'confusable' ? hasSymbolOf(evidence.symbol, token) : name !== null;
    const hasBoth = resemblance.symbol !== null && isCalledSo;
    return hasBoth || hasSymbolOfMoney(evidence)
      ? `It is not the known ${symbol}, whatever it calls itself. Do not trade it, and do not send any back.`
      : null;
  },
};

/** False if another rule counts the same sign: the API's verification outweighs one sign, not two. */
function hasSymbolOfMoney(evidence: Evidence): boolean {
  const { resemblance, symbol } = evidence;
  return (
    resemblance?.token.isMoney === true &&
    hasSymbolOf(symbol, resemblance.token) &&
    disguisedToken.find(evidence) === null &&
    wrongDecimals.find(evidence) === null
  );
}

/** Weaker than a copy: only one of the texts matches, or the chain may have genuine bridged contracts that no list has. */
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

/** The coin record (API document, 2.3) has another symbol and name. A bridge's coin may add to a symbol (zUSDC). */
export const coinMismatch = rule(
  'coin-mismatch',
  'Its name does not fit the coin that is recorded for it. Compare its address with the one you expect.',
  ({ transfer: { coin }, name, symbol }) => {
    if (coin === null || symbol.plain === '') return false;
    const here = [symbol.plain, name.plain].map(skeleton);
    const there = [coin.symbol, coin.name].map((text) => skeleton(text ?? ''));
    const known = there.filter((text) => text !== '');
    const fits = here.some(
      (text) => text !== '' && known.some((other) => other.includes(text) || text.includes(other)),
    );
    return known.length > 0 && !fits;
  },
);
