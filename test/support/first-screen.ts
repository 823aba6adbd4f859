/** A phone 390 points wide, below the subject: as test/pictures/phone-page.ts shows it. */
const lines = 16;
const wordsWide = 46;
/** Digits are wider than letters, and nothing else breaks them. */
const digitsWide = 40;

/** What of a plain-text email a phone shows before its reader scrolls, as one line without the breaks of the phone. */
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

/** The addresses of a text in full, as written; what stands in brackets in one is a part of it. */
export function fullAddresses(text: string): string[] {
  const found = text.replace(/https:\/\/\S+/g, '').match(/0x(?:[0-9a-f]|\[|\]){40,42}(?![0-9a-f])/gi) ?? [];
  return found.map((address) => address.replace(/[[\]]/g, ''));
}
