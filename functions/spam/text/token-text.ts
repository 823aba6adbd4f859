import { bounded, foldText, maxFoldedLength, maxRead } from './confusables.ts';

/** A name or a symbol as the rules read it. */
export interface TokenText {
  /** As its creator wrote it, cut. */
  readonly raw: string;
  /** Without invisible characters, white space folded, in compatible forms: full-width and fancy letters are plain. */
  readonly shown: string;
  /** Also letters that only look Latin are Latin, accents and the spaces of spaced-out words are gone, disguised
   * dots are dots. */
  readonly plain: string;
  readonly lower: string;
}

const ascii = /^[\x20-\x7e]*$/;
const spaces = /[\t-\r\x85\p{Z}\u2800\u3164\uffa0]+/gu;
/** "C L A I M" and "e x a m p l e . c o m": at least four letters with a space between each two. */
const spacedOut = /(?<![\w.])(?:[a-z0-9.]\s){3,}[a-z0-9](?!\w)/gi;
/** Controls, format characters, private use, and characters that Unicode says to ignore (UAX #44, Default_Ignorable). */
const invisible = /[\p{C}\p{DI}]/gu;

/** @returns the text in the forms that the rules compare; all are empty if the token has no text. */
export function readTokenText(text: string | null): TokenText {
  const raw = bounded(text ?? '', maxRead);
  if (ascii.test(raw)) {
    const shown = raw.trim().replace(/ {2,}/g, ' ');
    return reading(raw, shown, shown);
  }
  // Tether's own spelling of its symbol is no disguise.
  const visible = raw
    .replace(/₮/g, 'T')
    .replace(spaces, ' ')
    .replace(invisible, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return reading(
    raw,
    bounded(bounded(visible, maxFoldedLength).normalize('NFKC'), maxFoldedLength),
    foldText(visible),
  );
}

function reading(raw: string, shown: string, folded: string): TokenText {
  const plain = folded.replace(spacedOut, (letters) => letters.replace(/\s/g, ''));
  return { raw, shown, plain, lower: bounded(plain.toLowerCase(), maxRead) };
}
