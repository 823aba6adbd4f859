import { rule, textRule } from '../rule.ts';
import { skeleton } from '../text/confusables.ts';
import type { TokenText } from '../text/token-text.ts';

const writtenAsLink =
  /(?:h(?:tt|xx)ps?|ftp|ipfs):|:\/\/|\bwww(?:\d?\.\w|\s+[\w-]+\s+(?:com|net|org|io|xyz|info|top|site|app|me|co|fi)\b)|(?:^|[^:/])\/\/\w+\.\w/;
/** A character that passes for a dot, or a dot in brackets or behind a space. */
const disguisedDot =
  /[\p{L}\p{N}](?:[\u3002\uff61\u2024\u06d4\ua4f8\u02f3\u02d9\u0589\uff0e\ufe52]|\s\p{M}+|\s?[([{<]\s?(?:\.|d[o0]t)\s?[)\]}>]\s?|\s\.)\p{L}/iu;
/** Hosts after which no honest token is named: of known tokens' names, of the cheapest endings, shorteners, pages that anybody can have. */
const lureHost =
  /(?:usd[ct]|busd|weth|wbtc|tether|aave)[\w-]*\.\w{3}|\bxn--|\.(?:site|top|icu|lat|cfd|sbs|cyou|click|shop|help|gifts?|claims|events|biz)$|(?:^|\.)(?:bit\.ly|t\.ly|cutt\.ly|tinyurl\.com|rb\.gy|is\.gd|linktr\.ee|bio\.link|(?:vercel|netlify|web)\.app|pages\.dev|github\.io|eth\.limo|dweb\.link|ipfs\.io|(?:sites|forms)\.google\.com)$/;
/** Ends symbols of a chain's bridged tokens, such as USDC.nE and DAI.ex. */
const bridgeSuffix = /\.[a-z]{1,2}$/;

/** The first sign of phishing in Forta's spam detector (PhishingMetadata). A name that is a bare domain is left to domainInName. */
export const link = rule(
  'link',
  'Its name or symbol holds a web address. Do not open it: a real token does not send you to a website.',
  ({ name, symbol, sitesInName, sitesInSymbol, resemblance }) =>
    [name, symbol].some(({ lower }) => writtenAsLink.test(lower)) ||
    (sitesInSymbol.length > 0 &&
      resemblance?.token.symbols.has(skeleton(symbol.lower.replace(bridgeSuffix, ''))) !== true) ||
    (sitesInName.length > 0 && disguisedDot.test(name.raw)) ||
    sitesInName.some((host) => lureHost.test(host) || isAdvertised(name.lower, host)),
);

/** Domains of one to four letters belong to shorteners (lc.cx/eth). USDC.nE/DAI is a pair; `messenger` counts t.me. */
const shortener = /^(?!t\.me$|usd|dai|w?eth|w?btc|w?bnb|busd)[a-z\d]{1,4}\.[a-z]{2}$/;
const otherAlphabet = /[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Common}]/u;

/**
 * Whether the name has a shortened link, a site with a hyphen behind other words, or a site beside letters of another alphabet. None of
 * the 67,000 honest names in SmolDapp/tokenLists does.
 */
function isAdvertised(lower: string, host: string): boolean {
  const before = lower.slice(0, Math.max(lower.indexOf(host), 0));
  if (shortener.test(host) && lower.includes(`${host}/`)) return true;
  return (host.includes('-') && /\w.*\s/.test(before)) || otherAlphabet.test(lower.replace(host, ''));
}

const invitation =
  /\b(?:t\s?(?:[._]|dot)\s?me|telegram\.me|discord[\s.]\s?(?:gg|com)|wa\.me|chat\.whatsapp\.com|line\.me)\s?\//;
const mail = /\w@[\w-]+\.[a-z]{2}/;
const handle = /(?:^|[\s([{:|>,])@[a-z][a-z0-9_]{3,}\b(?!\.)/;
/** The messenger's name, then a number or handle: 微信 (WeChat), 电报 and 飞机 (Telegram), QQ. Behind "contact" any word is a handle. */
const contact =
  /(?:telegram|телеграмм?[ае]?|whats\s?app|wechat|weixin|discord|viber|skype|\bline\s?id|\bqq|加q|\btg|\bvx|微信|电报|飞机|加群|扣扣)号?\s*(?:[:：#→]?\s*(?:@\s?[a-z_]\w{3,}|\+?\d{5,})|[:：→]\s*[a-z_]\w{3,}|[\s-]{0,3}(?<![a-z])[a-z]\w*_\w)|(?:微信|电报|飞机|扣扣)号?\s?[a-z]\w{5}|(?:\b(?:contact|write)|пиши(?:те)?|联系|聯繫)\s.{0,20}(?:telegram|\btg|телеграмм?[ае]?|whats\s?app)\s\w{4}/u;

/** Sellers of accounts, "recovery" services and pump groups advertise in token names. */
export const messenger = textRule(
  'messenger',
  'Its name or symbol holds a contact in a messenger. Do not write to it.',
  ({ lower, shown }) =>
    [invitation, mail, handle, contact].some((pattern) => pattern.test(lower)) ||
    contact.test(shown.toLowerCase()),
);

/** 28 lures and 190 honest tokens (yearn.finance) of the development set have such names: a second sign is needed. */
export const domainInName = rule(
  'domain-in-name',
  'Its name is or holds the name of a website. Do not visit it unless you already know the project.',
  ({ sitesInName }) => sitesInName.length > 0,
);

const address = /0x[0-9a-f]{8,}/;

export const addressInName = textRule(
  'address-in-name',
  'An address stands in its name or symbol. Send nothing there: it proves nothing about the token.',
  ({ lower }) => address.test(lower),
);

const gap = String.raw`[\s().\-\p{Pd}/·•_]{0,3}`;
const written = new RegExp(
  String.raw`\+(?!-\d{8})${gap}\d(?:${gap}\d){6,14}(?!\d)|(?<![\d.,])(?:1[\s.\-]{1,3})?\(?\d{3}\)?[\s.\-]{1,3}\d{3}[\s.\-]{1,3}\d{4}(?!\d)`,
  'u',
);
/** A lone word counts behind a hyphen or bracket, or if the number begins with 1: "888 Alien" is a collection. */
const freeCall =
  /(?<![\d.,])(?:1[\s.-]?)?\(?8(?:00|88|77|66|55|44|33)\)?[\s.-]{1,2}(?:\d{3}[\s.-]?\d{4}(?!\d)|[a-z]{2,}(?:-[a-z\d]+)+|(?<=[.-]|\)\s|1[\s.-]?\(?8\d\d\)?[\s.-]{1,2})[a-z]{5,}\b)/u;
const near =
  /\b(?:call|phone|dial|support|help|helpline|help\s?desk|hotline|toll|tel|mobile|service|recovery|contact)\b/;
/** Beside a word of `near` any number of a telephone number's length counts as one, and so does "800 FLOWERS". */
const anyNumber = new RegExp(
  String.raw`(?<!\d)\d(?:${gap}\d){6,14}(?!\d)|(?<![\d.,])8(?:00|([3-8])\1)\s[a-z]{5}`,
  'u',
);
const noPhone = /\b(?:19|20)\d\d[-/.]?\d\d[-/.]?\d\d\b|\d{1,3}(?:,\d{3})+|0x[0-9a-f]{8,}/gu;

/** A caller is asked for the words that open the wallet. Such a lure needs no website. */
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
