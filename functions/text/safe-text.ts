/** Longer texts are cut before any work is done on them: a name of megabytes is an attack, not a name. */
const maxRead = 4096;
/** So many times its room is looked at of a text once nothing in it is invisible: the rest is towers of marks. */
const looksAhead = 4;
const marksPerLetter = 2;

const space = /[\t-\r\x85\p{Z}]/u;
/**
 * What shows nothing or changes how its neighbours show: controls, format characters (bidi, zero-width,
 * soft hyphen, BOM, tags), lone surrogates, private use and unassigned (\p{C}); fillers and variation
 * selectors (\p{DI}); and the blanks that Unicode counts as symbols, letters or marks. Here with the spaces
 * among them: where the two alternate, one run is found and not thousands.
 */
const unseen = /[\p{Z}\p{C}\p{DI}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]+/gu;
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
  const visible = visibleStart(text.slice(0, maxRead), looksAhead * maxLength)
    .replace(stray, '')
    .replace(/ +/g, ' ')
    .replace(stacked, '$1')
    .trim();
  return cutText(visible, maxLength).trim() || null;
}

/** Read piece by piece until enough of it is visible: what is never shown costs nothing. */
function visibleStart(text: string, enough: number): string {
  let visible = '';
  for (let from = 0; from < text.length && visible.length < enough; ) {
    const end = from + enough;
    const to = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
    visible = (
      visible + text.slice(from, to).replace(unseen, (run) => (space.test(run) ? ' ' : ''))
    ).trimStart();
    from = to;
  }
  return visible;
}

/** Made when a text first needs it: a cold start would wait for it, and most texts are ASCII. */
let graphemes: Intl.Segmenter | null = null;

const everyCharacterOne = /^[\x20-\x7e]*$/;

/** The first `maxLength` UTF-16 units, less a character that would be cut in half. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  if (everyCharacterOne.test(text)) return text.slice(0, maxLength);
  // What is looked at is bounded: one "character" can be made endless.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const near = graphemes.segment(text.slice(0, 2 * maxLength));
  const end = near.containing(maxLength)?.index ?? 0;
  if (end > 0) return text.slice(0, end);
  // From Hangul parts for one: then cut between code points.
  return text.slice(0, (text.codePointAt(maxLength - 1) ?? 0) > 0xffff ? maxLength - 1 : maxLength);
}
