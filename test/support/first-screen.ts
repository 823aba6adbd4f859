/** A phone 390 points wide, without the subject, as in test/pictures/phone-page.ts. */
const lines = 16;
const wordsWide = 46;
/** Digits are wider than letters, and lines break nowhere inside them. */
const digitsWide = 40;

/** The part of a plain-text email that a phone shows before the reader scrolls, as one line. */
export function firstScreen(email: string): string {
  const shown: string[] = [];
  let left = lines;
  for (const line of email.split('\n')) {
    const taken = heightOf(line);
    if (taken > left) break;
    left -= taken;
    shown.push(line);
  }
  return shown.join('\n');
}

function heightOf(line: string): number {
  let [height, column] = [1, 0];
  for (const word of line.split(' ')) {
    if (column > 0 && column + word.length > wordsWide) [height, column] = [height + 1, 0];
    const more = word.length > digitsWide ? Math.ceil(word.length / digitsWide) - 1 : 0;
    height += more;
    column += word.length - more * digitsWide + 1;
  }
  return height;
}

/** The full addresses in a text, as written, including any brackets inside them. */
export function fullAddresses(text: string): string[] {
  const found = text.replace(/https:\/\/\S+/g, '').match(/0x(?:[0-9a-f]|\[|\]){40,42}(?![0-9a-f])/gi) ?? [];
  return found.map((address) => address.replace(/[[\]]/g, ''));
}
