import type { Rule } from '../rule.ts';
import type { TokenText } from '../text/token-text.ts';

const gap = String.raw`[\s().\-\p{Pd}/·•_]{0,3}`;
/** In international form, or as people in America write them: three, three and four digits apart. */
const written = new RegExp(
  String.raw`\+${gap}\d(?:${gap}\d){6,14}(?!\d)|(?<![\d.,])(?:1[\s.\-]{1,3})?\(?\d{3}\)?[\s.\-]{1,3}\d{3}[\s.\-]{1,3}\d{4}(?!\d)`,
  'u',
);
/** Free calls, also with a word in place of digits. */
const freeCall =
  /(?<![\d.,])(?:1[\s.-]?)?\(?8(?:00|88|77|66|55|44|33)\)?[\s.-]{1,2}(?:\d{3}[\s.-]?\d{4}(?!\d)|[a-z]{2,}(?:-[a-z\d]+)+|[a-z]{5,}\b)/u;
const near =
  /\b(?:call|phone|dial|support|help|helpline|help\s?desk|hotline|toll|tel|mobile|service|recovery|contact)\b/;
/** Beside such a word any number of that length is one to call. */
const anyNumber = new RegExp(String.raw`(?<!\d)\d(?:${gap}\d){6,14}(?!\d)`, 'u');
/** A date, and a number in hundreds of thousands. */
const noPhone = /\b(?:19|20)\d\d[-/.]?\d\d[-/.]?\d\d\b|\d{1,3}(?:,\d{3})+|0x[0-9a-f]{8,}/gu;

/**
 * A telephone number in the name or symbol: whoever calls it is asked for the words that open the wallet. "Support
 * +1 888 …" is a lure that needs no website, and a phone makes it tappable.
 */
export const phoneNumber: Rule = {
  name: 'phone-number',
  find: ({ name, symbol }) =>
    [name, symbol].some(hasNumber)
      ? 'Its name or symbol holds a telephone number. Do not call it: no token has a helpline.'
      : null,
};

function hasNumber({ lower, shown }: TokenText): boolean {
  return [lower, shown.toLowerCase()].some((text) => {
    if (!/\d/.test(text)) return false;
    const left = text.replace(noPhone, ' ');
    return written.test(left) || freeCall.test(left) || (near.test(left) && anyNumber.test(left));
  });
}
