import type { Rule } from '../rule.ts';
import type { TokenText } from '../text/token-text.ts';

/** A scheme, `www` with or without its dot, or the double slash that starts an address in a piece of HTML. */
const writtenAsLink =
  /(?:h(?:tt|xx)ps?|ftp|ipfs):|\bwww(?:\d?\.\w|\s+[\w-]+\s+(?:com|net|org|io|xyz|info|top|site|app|me|co|fi)\b)|(?:^|[^:/])\/\/\w+\.\w/;
/** A dot that is none, or one in brackets or behind a space, stands in a web address for one reason. */
const disguisedDot =
  /[\p{L}\p{N}](?:[\u3002\uff61\u2024\u06d4\ua4f8\u02f3\uff0e\ufe52]|\s\p{M}+|\s?[([{]\s?(?:\.|dot)\s?[)\]}]\s?|\s\.)\p{L}/iu;
/** On a chain's bridged tokens a suffix names the bridge: USDC.nE, DAI.ex. */
const bridgeSuffix = /^[a-z0-9]{2,8}\.[a-z]{1,2}$/;

/**
 * A link: a written-out address anywhere, a domain in the symbol, or a domain whose dot is disguised. "The metadata contains a link to a website" is the first sign of a phishing token in the
 * README of Forta's spam detector (kovart/forta-spam-detector, PhishingMetadata). A bare domain as the name is a rule of
 * its own, for honest projects are called so too.
 */
export const link: Rule = {
  name: 'link',
  find: ({ name, symbol, sitesInName, sitesInSymbol, resemblance }) => {
    const isBridged = bridgeSuffix.test(symbol.lower) && resemblance !== null;
    const found =
      isLink(name) ||
      isLink(symbol) ||
      (sitesInSymbol.length > 0 && !isBridged) ||
      (sitesInName.length > 0 && disguisedDot.test(name.raw));
    return found
      ? 'Its name or symbol holds a web address. Do not open it: a real token does not send you to a website.'
      : null;
  },
};

function isLink({ lower }: TokenText): boolean {
  return writtenAsLink.test(lower);
}
