import { breakPhones, unlink } from './unlink.ts';

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

/** Only letters of ASCII and basic GSM-7, no links or telephone numbers. Null if only `???` is left: an address says more. */
export function asciiText(text: string): string | null {
  const ascii = Array.from(text.normalize('NFD').replace(/\p{M}/gu, ''), asciiCharacter).join('');
  const folded = ascii.replace(/ +/g, ' ').trim();
  return /[a-z0-9]/i.test(folded) ? breakPhones(unlink(folded)) : null;
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
