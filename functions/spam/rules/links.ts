import { type Rule, textRule } from '../rule.ts';
import type { TokenText } from '../text/token-text.ts';

/** A scheme, `www` with or without its dot, or the double slash that starts an address in a piece of HTML. */
const writtenAsLink =
  /(?:h(?:tt|xx)ps?|ftp|ipfs):|\bwww(?:\d?\.\w|\s+[\w-]+\s+(?:com|net|org|io|xyz|info|top|site|app|me|co|fi)\b)|(?:^|[^:/])\/\/\w+\.\w/;
/** A character that passes for a dot, or a dot in brackets or behind a space: only lures write web addresses like that. */
const disguisedDot =
  /[\p{L}\p{N}](?:[\u3002\uff61\u2024\u06d4\ua4f8\u02f3\uff0e\ufe52]|\s\p{M}+|\s?[([{]\s?(?:\.|dot)\s?[)\]}]\s?|\s\.)\p{L}/iu;
/** On a chain's bridged tokens a suffix names the bridge: USDC.nE, DAI.ex. */
const bridgeSuffix = /^[a-z0-9]{2,8}\.[a-z]{1,2}$/;

/**
 * A link: a written-out address anywhere, a domain in the symbol, or a domain whose dot is disguised. "The metadata contains
 * a link to a website" is the first sign of a phishing token in the README of Forta's spam detector
 * (kovart/forta-spam-detector, PhishingMetadata). A bare domain as the name has a rule of its own, because honest projects
 * have such names too.
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

/** t.me/…, discord.gg/…, wa.me/…: an invitation, whatever the rest says. */
const invitation =
  /\b(?:t\s?\.\s?me|telegram\.me|discord\.(?:gg|com)|wa\.me|chat\.whatsapp\.com|line\.me)\s?\//;
/** A handle: @ and at least four more characters, not part of a mail address. */
const handle = /(?:^|[\s([{:|>,])@[a-z][a-z0-9_]{3,}\b(?!\.)/;
/** The messenger's name, then a number or handle: 微信 (WeChat), 电报 (Telegram), 飞机 (Telegram, slang), QQ. */
const contact =
  /(?:telegram|whats\s?app|wechat|weixin|discord|viber|\bqq|\btg|\bvx|微信|电报|飞机|加群|扣扣)号?\s*(?:[:：#]?\s*(?:@\s?[a-z_]\w{3,}|\+?\d{5,})|[:：]\s*[a-z_]\w{3,})/u;

/**
 * A way to contact somebody: sellers of accounts, "recovery" services and pump groups advertise in token names. Chinese
 * sellers write QQ and WeChat numbers.
 */
export const messenger = textRule(
  'messenger',
  'Its name or symbol holds a contact in a messenger. Do not write to it.',
  ({ lower, shown }) =>
    [invitation, handle, contact].some((pattern) => pattern.test(lower)) || contact.test(shown.toLowerCase()),
);

/**
 * A bare domain in the name, as in yearn.finance: honest projects have such names too, so a second sign is needed. The
 * form does not distinguish the 28 such lures of the development set from its 190 such honest tokens.
 */
export const domainInName: Rule = {
  name: 'domain-in-name',
  find: ({ sitesInName }) =>
    sitesInName.length > 0
      ? 'Its name is or holds the name of a website. Do not visit it unless you already know the project.'
      : null,
};

const address = /0x[0-9a-f]{8,}/;

/** An address in the text: the address of the imitated token, or one to send money to. */
export const addressInName = textRule(
  'address-in-name',
  'An address stands in its name or symbol. Do not send anything there, and do not take it for that token.',
  ({ lower }) => address.test(lower),
);

const gap = String.raw`[\s().\-\p{Pd}/·•_]{0,3}`;
/** A telephone number in international form, or in the American form of three, three and four digits. */
const written = new RegExp(
  String.raw`\+${gap}\d(?:${gap}\d){6,14}(?!\d)|(?<![\d.,])(?:1[\s.\-]{1,3})?\(?\d{3}\)?[\s.\-]{1,3}\d{3}[\s.\-]{1,3}\d{4}(?!\d)`,
  'u',
);
/** Free calls, also with a word in place of digits. */
const freeCall =
  /(?<![\d.,])(?:1[\s.-]?)?\(?8(?:00|88|77|66|55|44|33)\)?[\s.-]{1,2}(?:\d{3}[\s.-]?\d{4}(?!\d)|[a-z]{2,}(?:-[a-z\d]+)+|[a-z]{5,}\b)/u;
const near =
  /\b(?:call|phone|dial|support|help|helpline|help\s?desk|hotline|toll|tel|mobile|service|recovery|contact)\b/;
/** Beside such a word any number of that length counts as a telephone number. */
const anyNumber = new RegExp(String.raw`(?<!\d)\d(?:${gap}\d){6,14}(?!\d)`, 'u');
/** Dates, numbers with grouped thousands, and addresses are no telephone numbers. */
const noPhone = /\b(?:19|20)\d\d[-/.]?\d\d[-/.]?\d\d\b|\d{1,3}(?:,\d{3})+|0x[0-9a-f]{8,}/gu;

/**
 * A telephone number in the name or symbol: whoever calls it is asked for the words that open the wallet. "Support
 * +1 888 …" is a lure that needs no website, and a phone makes it tappable.
 */
export const phoneNumber = textRule(
  'phone-number',
  'Its name or symbol holds a telephone number. Do not call it: no token has a helpline.',
  hasNumber,
);

function hasNumber({ lower, shown }: TokenText): boolean {
  return [lower, shown.toLowerCase()].some((text) => {
    if (!/\d/.test(text)) return false;
    const left = text.replace(noPhone, ' ');
    return written.test(left) || freeCall.test(left) || (near.test(left) && anyNumber.test(left));
  });
}
