const maxRead = 4096;
/** Cleaning begins with this many characters for each one that an alert may show. Only padded texts need more. */
const looksAhead = 16;
const marksPerLetter = 2;

const space = /[\t-\r\x85\p{Z}]/u;
/**
 * Characters that show nothing or change how their neighbours show (\p{C}, \p{DI}), and blanks that Unicode counts as letters or
 * marks. Includes the spaces among them, so that an alternating text is one match and not thousands.
 */
const blanks = String.raw`\p{Z}\p{C}\p{DI}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}`;
const unseen = new RegExp(`[${blanks}]+`, 'gu');
const stray = /(?<=^|\s)\p{M}+/gu;
const stacked = new RegExp(`(\\p{M}{${marksPerLetter}})\\p{M}+`, 'gu');

const padding = new RegExp(`([${blanks}\\p{M}]{2})[${blanks}\\p{M}]+`, 'gu');

/** Shortens each run of blanks or marks, so that a long one can't push a lure out of the characters that rules read. */
export function withoutPadding(text: string): string {
  return text
    .slice(0, maxRead)
    .replace(padding, (run, kept: string) => (space.test(run) ? `${kept} ` : kept));
}

/** A stranger's text as one line: nothing invisible, no towers of marks, at most `maxLength` UTF-16 units, or null. */
export function cleanText(text: string | null | undefined, maxLength = 64): string | null {
  if (text === null || text === undefined) return null;
  const enough = looksAhead * maxLength;
  const near = visibleIn(text.slice(0, enough));
  // Rules read the text behind padding. An alert must show the same text, or a token "USDC … x" would look like USDC and break no rule.
  const visible = near.length > maxLength ? near : visibleIn(text.slice(0, Math.max(enough, maxRead)));
  return cutText(visible, maxLength).trim() || null;
}

function visibleIn(text: string): string {
  const blank = (run: string) => (space.test(run) ? ' ' : '');
  const shown = text.replace(unseen, blank).trimStart().replace(stray, '').replace(/ +/g, ' ');
  return shown.replace(stacked, '$1').trim();
}

/** The segmenter is made at its first use, because a cold start would wait for it. */
let graphemes: Intl.Segmenter | null = null;

const everyCharacterOne = /^[\x20-\x7e]*$/;

export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  if (everyCharacterOne.test(text)) return text.slice(0, maxLength);
  // Bounded, because one "character" can be made endless.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const near = graphemes.segment(text.slice(0, 2 * maxLength));
  const end = near.containing(maxLength)?.index ?? 0;
  if (end > 0) return text.slice(0, end);
  // If the first character alone fills the room, as one of Hangul parts may, cut it between code points.
  return text.slice(0, (text.codePointAt(maxLength - 1) ?? 0) > 0xffff ? maxLength - 1 : maxLength);
}

/** Null for any other text. `URL.parse` came with Node 22; the construct is synthesised by Node 20 too. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
