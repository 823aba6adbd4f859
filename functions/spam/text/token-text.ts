import { bounded, foldText, maxFoldedLength, maxRead } from './confusables.ts';

export interface TokenText {
  readonly raw: string;
  /** Without invisible characters, white space folded, in compatible forms: full-width letters are plain. */
  readonly shown: string;
  /** Letters that look Latin are Latin; accents, disguised dots and the spaces of spaced-out words are undone. */
  readonly plain: string;
  readonly lower: string;
}

const ascii = /^[\x20-\x7e]*$/;
const spaces = /[\t-\r\x85\p{Z}\u2800\u3164\uffa0]+/gu;
/** "C L A I M": at least four letters with a space between each two. */
const spacedOut = /(?<![\w.])(?:[a-z0-9.]\s){3,}[a-z0-9](?!\w)/gi;
/** Also what Unicode says to ignore (UAX #44, Default_Ignorable). */
const invisible = /[\p{C}\p{DI}]/gu;

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
