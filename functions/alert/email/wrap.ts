import { cutText } from '../../text/safe-text.ts';

/** Some programs break lines of 100 characters and more in ugly places. */
export const lineLength = 99;

/** Broken at spaces; a word longer than `width` is broken itself. */
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

/** Later lines are indented: a quoted name never begins a line, as a fact of ours does. */
export function paragraph(text: string): string[] {
  return wrap(text, lineLength - setIn.length).map((line, i) => (i === 0 ? line : setIn + line));
}

/** Begins a continued line. */
export const setIn = '  ';

function pieces(word: string, width: number): string[] {
  const found: string[] = [];
  for (let rest = word; rest !== ''; rest = rest.slice(found.at(-1)?.length))
    found.push(cutText(rest, width));
  return found;
}
