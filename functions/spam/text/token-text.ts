import { withoutPadding } from '../../text/safe-text.ts';
import { bounded, cut, foldText } from './confusables.ts';

export interface TokenText {
  readonly raw: string;
  /** Invisible characters removed, white space folded, NFKC: full-width letters become plain. */
  readonly shown: string;
  /** Lookalikes become Latin letters, disguised dots become dots; accents and the spaces in "C L A I M" are removed. */
  readonly plain: string;
  readonly lower: string;
}

const ascii = /^[\x20-\x7e]*$/;
const spaces = /[\t-\r\x85\p{Z}\u2800\u3164\uffa0™℠]+/gu;
/** "C L A I M": at least four letters with a space between each two. */
const spacedOut = /(?<![\w.])(?:[a-z0-9.]\s){3,}[a-z0-9](?!\w)/gi;
/** Control and format characters, and code points that Unicode calls Default_Ignorable (UAX #44). */
const invisible = /[\p{C}\p{DI}]/gu;

export function readTokenText(text: string | null): TokenText {
  const raw = bounded(withoutPadding(text ?? ''));
  if (ascii.test(raw)) {
    const shown = raw.trim().replace(/ {2,}/g, ' ');
    return textsOf(raw, shown, shown);
  }
  // ₮ is how Tether spells its symbol, not a disguise.
  const visible = raw
    .replace(/₮/g, 'T')
    .replace(spaces, ' ')
    .replace(invisible, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return textsOf(raw, bounded(cut(visible).normalize('NFKC')), foldText(visible));
}

function textsOf(raw: string, shown: string, folded: string): TokenText {
  const plain = folded.replace(spacedOut, (letters) => letters.replace(/\s/g, ''));
  return { raw, shown, plain, lower: bounded(plain.toLowerCase()) };
}
