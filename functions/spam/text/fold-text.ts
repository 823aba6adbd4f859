import confusables from 'unhomoglyph/data.json' with { type: 'json' };
import { bounded, longestFolded } from './bounded.ts';

/**
 * Full stops that are none: ideographic, one-dot leader, Arabic and Lisu stops, low rings, and middle dots inside a word. Two of them
 * (U+02F3, and a combining ring behind a space) stood for the dot of a web address on Gnosis Chain in 2023.
 */
const dots =
  /[\u3002\uff61\u2024\u06d4\ua4f8\u02f3\u0701\u0702\uff0e\ufe52]|(?<=\S)[\u00b7\u2022\u2219\u22c5\u30fb](?=\S)|\s\p{M}+(?=\p{L})/gu;
const marks = /\p{M}+/gu;
const notAscii = /[^\0-\x7f]+/gu;

/** The package's own function tries its 6,000 characters in turn at each place of the text. */
const lookalikes: ReadonlyMap<string, string> = new Map(Object.entries(confusables));

function unhomoglyph(text: string): string {
  let folded = '';
  for (const character of text) folded += lookalikes.get(character) ?? character;
  return folded;
}

/** Letters of an upside-down or reversed Latin that the confusables table gives to digits. */
const reversed: Readonly<Record<string, string>> = {
  Ƨ: 'S',
  ƨ: 's',
  Ɗ: 'D',
  Ɛ: 'E',
  Ʒ: 'Z',
  '₮': 'T',
  Ŧ: 'T',
};
const reversedLetters = /[ƧƨƊƐƷ]/g;

/**
 * The text with every character replaced by the ASCII that it looks like, where there is one: the skeleton of UTS #39,
 * by the Unicode Consortium's own table (confusables.txt, in the package unhomoglyph), then compatible forms (NFKC),
 * then letters without their accents. ASCII itself is left as it is: I and l are compared in `looksLike`.
 *
 * The table goes first, for NFKC would turn the Greek lunate sigma (Ϲ, a C to the eye) into a sigma. Each step may make
 * many characters of one: the text is cut to what is read after each.
 */
export function foldText(text: string): string {
  const skeleton = cut(text)
    .replace(dots, '.')
    .replace(reversedLetters, (letter) => reversed[letter] ?? letter)
    .replace(notAscii, (run) => unhomoglyph(run));
  const compatible = cut(cut(skeleton).normalize('NFKC'));
  return cut(
    compatible.replace(notAscii, (run) => unhomoglyph(cut(run.normalize('NFKD')).replace(marks, ''))),
  );
}

function cut(text: string): string {
  return bounded(text, longestFolded);
}
