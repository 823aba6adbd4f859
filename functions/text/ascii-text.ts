import { breakPhones, unlink } from './unlink.ts';

/** What stands for characters that have no base letter in ASCII, or whose ASCII is not in basic GSM-7. */
const standIns = new Map(
  Object.entries({
    '[': '(',
    '{': '(',
    ']': ')',
    '}': ')',
    '`': "'",
    '^': ' ',
    '~': '-',
    '\\': '/',
    '|': '/',
    '‘': "'",
    '’': "'",
    '“': '"',
    '”': '"',
    '–': '-',
    '—': '-',
    '…': '...',
    '。': '.',
    '｡': '.',
    '．': '.',
    ß: 'ss',
    æ: 'ae',
    Æ: 'AE',
    œ: 'oe',
    Œ: 'OE',
    ø: 'o',
    Ø: 'O',
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
    ı: 'i',
    '€': 'EUR',
    '£': 'GBP',
  }),
);

/**
 * A cleaned text in the letters that both ASCII and the basic GSM-7 table have (one SMS then holds 160 of
 * them), without links and telephone numbers. Accents are stripped, other letters become `?`, pictures go.
 * @returns null where no letter or digit is left: an address says more than `???`.
 */
export function asciiText(text: string): string | null {
  const ascii = Array.from(text.normalize('NFD').replace(/\p{M}/gu, ''), asciiCharacter).join('');
  const folded = ascii.replace(/ +/g, ' ').trim();
  return /[a-z0-9]/i.test(folded) ? breakPhones(unlink(folded)) : null;
}

/**
 * Like asciiText, but an accented letter becomes `?` too: stripping accents would make a forged `UŚDC` the
 * very USDC that it imitates.
 */
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
