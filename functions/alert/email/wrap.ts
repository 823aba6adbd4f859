import { cutText } from '../../text/safe-text.ts';

/** Lines of an email stay under 100 characters: some programs break longer ones in ugly places. */
export const lineLength = 99;

/** A text in lines of at most `width` characters, broken at spaces; a word that is longer is broken itself. */
export function wrap(text: string, width = lineLength): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Later lines are set in: a quoted name that runs over a line never begins one, as a fact of ours does. */
export function paragraph(text: string): string[] {
  return wrap(text, lineLength - setIn.length).map((line, i) => (i === 0 ? line : setIn + line));
}

/** What begins a line that goes on with the one before it. */
export const setIn = '  ';

function pieces(word: string, width: number): string[] {
  const found: string[] = [];
  for (let rest = word; rest !== ''; rest = rest.slice(found.at(-1)?.length))
    found.push(cutText(rest, width));
  return found;
}
