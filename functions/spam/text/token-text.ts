import { cutText } from '../../alert/safe-text.ts';
import { foldText } from './fold-text.ts';

/** A name or a symbol as the rules read it. */
export interface TokenText {
  /** As its creator wrote it, cut. */
  readonly raw: string;
  /** Without what shows nothing, white space folded, in compatible forms: full-width and fancy letters are plain. */
  readonly shown: string;
  /** Further: letters that only look Latin are Latin, accents are gone, disguised dots are dots. */
  readonly plain: string;
  readonly lower: string;
}

/** Longer names hold nothing that decides: what a reader sees of them is less. */
const longestRead = 256;
const ascii = /^[\x20-\x7e]*$/;
const spaces = /[\t-\r\x85\p{Z}\u2800\u3164\uffa0]+/gu;
/** Controls, format characters, private use, and what Unicode says to ignore (UAX #44, Default_Ignorable). */
const invisible = /[\p{C}\p{DI}]/gu;

/** @returns the text in the forms that the rules compare; all empty where the token has none. */
export function readTokenText(text: string | null): TokenText {
  const raw =
    text === null ? '' : text.length > longestRead ? cutText(text.slice(0, 1024), longestRead) : text;
  if (ascii.test(raw)) {
    const shown = raw.trim().replace(/ {2,}/g, ' ');
    return { raw, shown, plain: shown, lower: shown.toLowerCase() };
  }
  // Tether's own spelling of its symbol is no disguise.
  const visible = raw
    .replace(/₮/g, 'T')
    .replace(spaces, ' ')
    .replace(invisible, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  const plain = foldText(visible);
  return { raw, shown: visible.normalize('NFKC'), plain, lower: plain.toLowerCase() };
}
