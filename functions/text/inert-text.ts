/** Characters that may stand between the digits of a telephone number, a keycap's mark among them. */
const between = String.raw`[\s().\-\p{Pd}\u2212/\\~\u223c[\]+*#\u00b7\u2022xX\p{M}]{0,5}`;
const address = String.raw`0x(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{4,6}\.{3}[0-9a-fA-F]{4,6})(?![0-9a-fA-F])`;
const isAddress = new RegExp(`^${address}$`);
const number = new RegExp(String.raw`${address}|\p{N}(?:${between}\p{N}){6,}`, 'gu');
/** 1-800-FLOWERS: telephones recognise the prefixes of free calls. */
const vanity =
  /(?<![\p{L}\p{N}])(?:1[\s.-])?8(?:00|88|77|66|55|44|33)[.-](?=[A-Za-z]{3})(?:[A-Za-z\d]+[.-]?)+/gu;

/** Groups seven digits and more, `+1_888_555_0123`, so that no telephone finds a number to call. */
export function breakPhones(text: string): string {
  return text
    .replace(number, (found) => (isAddress.test(found) ? found : inGroups(found)))
    .replace(vanity, (found) => found.replace(/[\s.-]+/g, '_'));
}

function inGroups(found: string): string {
  return (found.match(/(?:\p{N}\p{M}*){1,4}/gu) ?? []).join('_');
}

/** No program makes a link or a telephone number of the text. */
export function inert(text: string): string {
  return breakPhones(unlink(text));
}

/** Dots for browsers and mail programs (IDNA), though not for Unicode. */
const otherDots = /[\u3002\uff61\ufe12]/g;

/** Dots of domains, colons of schemes and @ go into brackets, `claim(.)xyz`. Plain decimals, v2.0 and USDC.e stay as they are. */
export function unlink(text: string): string {
  const plain = text.replace(otherDots, '.').replace(/[^\0-\x7f]/gu, asciiForm);
  const broken = [breakDots, breakColons, breakAts].reduce((sofar, breakOne) => breakOne(sofar), plain);
  const safe = broken.replace(/(local)(host)/gi, '$1($2)').replace(/\/{2,}/g, '/');
  return safe === plain ? text : safe;
}

/** Removes links from the owner's own names, but keeps `treasury.eth`: no program makes a link of it. */
export function unlinkOwn(text: string): string {
  return unlink(text).replace(/\(\.\)(?=eth(?![\p{L}\p{M}\p{N}(/-]))/giu, '.');
}

function asciiForm(character: string): string {
  const compatible = character.normalize('NFKC');
  return /^[\x20-\x7e]+$/.test(compatible) ? compatible : character;
}

const nothingBehind = /^[)\]}'"”’»,;:!?.]*(\s|$)/;

function breakDots(text: string): string {
  return bracket(text, /\.+/g, (before, dots, after) => {
    if (/www\d*$/i.test(before)) return true;
    if (nothingBehind.test(after)) return false;
    const left = /\S*$/.exec(before)?.[0] ?? '';
    const right = withoutClosing(/^\S*/.exec(after)?.[0] ?? '');
    const isNumberOrOneLetter = /^[^.:@/]+$/.test(left) && /^(\d+|[a-z])$/i.test(right);
    return dots !== '.' || !isNumberOrOneLetter;
  });
}

const closing = ')]}\'"”’»,;:!?%.';

/** In one pass, because a pattern that looks for the end from every position takes minutes for some texts. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && closing.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Programs make links of these even with nothing, or only a space, after the colon. */
const scheme =
  /(h(tt|xx)ps?|(?<![a-z])(ftps?|wss?|mailto|tel|sms|data|javascript|vbscript|file|blob|about|tg))$/i;

function breakColons(text: string): string {
  return bracket(text, /:+/g, (before, _colons, after) => {
    if (nothingBehind.test(after)) return scheme.test(before);
    return !(/\d$/.test(before) && /^\d/.test(after));
  });
}

function breakAts(text: string): string {
  return bracket(text, /@+/g, (before, _ats, after) => /\S$/.test(before) && /^\S/.test(after));
}

/** Brackets around the dangerous matches, unless they have them already. */
function bracket(
  text: string,
  pattern: RegExp,
  isDangerous: (before: string, match: string, after: string) => boolean,
): string {
  return text.replace(pattern, (match, at: number) => {
    const before = text.slice(0, at);
    const after = text.slice(at + match.length);
    if (before.endsWith('(') && after.startsWith(')')) return match;
    return isDangerous(before, match, after) ? `(${match})` : match;
  });
}

/** Each text stands in for any of the characters behind it. */
const standIns = new Map(
  Object.entries({
    '(': '[{',
    ')': ']}',
    "'": '`‘’',
    '"': '“”',
    '-': '~–—',
    '/': '\\|',
    ' ': '^',
    '.': '。｡．',
    '...': '…',
    ss: 'ß',
    ae: 'æ',
    AE: 'Æ',
    oe: 'œ',
    OE: 'Œ',
    o: 'ø',
    O: 'Ø',
    l: 'ł',
    L: 'Ł',
    d: 'đ',
    D: 'Đ',
    i: 'ı',
    EUR: '€',
    GBP: '£',
  }).flatMap(([text, characters]) => Array.from(characters, (one) => [one, text] as const)),
);

/** Only letters of ASCII and basic GSM-7, no links or telephone numbers. Null if no letter or digit is left. */
export function asciiText(text: string, safe = inert): string | null {
  const ascii = Array.from(text.normalize('NFD').replace(/\p{M}/gu, ''), asciiCharacter).join('');
  const folded = ascii.replace(/ +/g, ' ').trim();
  return /[a-z0-9]/i.test(folded) ? safe(folded) : null;
}

/** An accented letter becomes `?` too: without its accent a forged `UŚDC` would be the very USDC that it imitates. */
export function asciiCreatorText(symbol: string): string | null {
  return asciiText(
    symbol.normalize('NFC').replace(/[^\0-\x7f]/gu, (c) => (/[\p{L}\p{N}]/u.test(c) ? '?' : c)),
  );
}

function asciiCharacter(character: string): string {
  const standIn = standIns.get(character);
  if (standIn !== undefined) return standIn;
  if (/[\x20-\x7e]/.test(character)) return character;
  return /[\p{L}\p{N}]/u.test(character) ? '?' : ' ';
}
