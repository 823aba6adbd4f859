/** Longer texts are cut before any work is done on them: a name of megabytes is an attack, not a name. */
const longestRead = 4096;
const marksPerLetter = 2;

const spaces = /[\t-\r\x85\p{Z}]+/gu;
/**
 * What shows nothing or changes how its neighbours show: controls, format characters (bidi, zero-width,
 * soft hyphen, BOM, tags), lone surrogates, private use and unassigned (\p{C}); fillers and variation
 * selectors (\p{DI}); and the blanks that Unicode counts as symbols, letters or marks.
 */
const invisible = /[\p{C}\p{DI}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu;
/** A combining mark without a letter of its own would sit on ours. */
const stray = /(?<=^|\s)\p{M}+/gu;
const stacked = new RegExp(`(\\p{M}{${marksPerLetter}})\\p{M}+`, 'gu');

/**
 * A text that someone else wrote (a token's creator, the API's labels, a row), fit to stand in ours: one
 * line, nothing invisible, white space folded, no towers of marks, at most `maxLength` characters. Joiners
 * and variation selectors go too: a family emoji falls apart, but two names that look alike are alike.
 * @param maxLength counted in UTF-16 units, the strictest way; no character is cut in half.
 * @returns null where nothing visible is left.
 */
export function cleanText(text: string | null | undefined, maxLength = 64): string | null {
  if (text === null || text === undefined) return null;
  const visible = text
    .slice(0, longestRead)
    .replace(spaces, ' ')
    .replace(invisible, '')
    .replace(stray, '')
    .replace(/ +/g, ' ')
    .replace(stacked, '$1')
    .trim();
  return cutText(visible, maxLength).trim() || null;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first `maxLength` UTF-16 units, less a character that would be cut in half. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const byCharacter = fitting(
    Iterator.from(graphemes.segment(text)).map(({ segment }) => segment),
    maxLength,
  );
  // One "character" can be made endless, from Hangul parts for one: then cut between code points.
  return byCharacter === '' ? fitting(text, maxLength) : byCharacter;
}

function fitting(parts: Iterable<string>, maxLength: number): string {
  let kept = '';
  for (const part of parts) {
    if (kept.length + part.length > maxLength) break;
    kept += part;
  }
  return kept;
}
