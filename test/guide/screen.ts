/** A line of the terminal's full width continues in the next row. */
interface Row {
  readonly cells: string[];
  goesOn: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by them
const parts = /\x1b\[([?\d;]*)([A-Za-z])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b.|[\s\S]/gu;

/**
 * A terminal's text after this output, including scrolled lines. Progress that was overwritten is
 * gone, as for a person. Colours are left out.
 * @param columns the terminal's width
 */
export function screenOf(output: string, columns: number): string {
  const rows: Row[] = [];
  let [row, column] = [0, 0];
  const at = (index: number): Row => {
    while (rows.length <= index) rows.push({ cells: [], goesOn: false });
    return rows[index] as Row;
  };

  const put = (character: string) => {
    if (column >= columns) {
      at(row).goesOn = true;
      row += 1;
      column = 0;
    }
    const { cells } = at(row);
    while (cells.length < column) cells.push(' ');
    cells[column] = character;
    column += 1;
  };

  const erase = (below: boolean) => {
    at(row).cells.length = Math.min(at(row).cells.length, column);
    at(row).goesOn = false;
    if (below) rows.length = row + 1;
  };

  const control = (parameters: string, letter: string) => {
    const count = Number.parseInt(parameters, 10) || 1;
    if (letter === 'A') row = Math.max(0, row - count);
    else if (letter === 'B') row += count;
    else if (letter === 'C') column += count;
    else if (letter === 'D') column = Math.max(0, column - count);
    else if (letter === 'E') [row, column] = [row + count, 0];
    else if (letter === 'F') [row, column] = [Math.max(0, row - count), 0];
    else if (letter === 'G') column = count - 1;
    else if (letter === 'J' && parameters !== '1') erase(true);
    else if (letter === 'K' && parameters === '2') at(row).cells.length = 0;
    else if (letter === 'K' && parameters !== '1') erase(false);
  };

  for (const [part, parameters = '', letter] of output.matchAll(parts)) {
    if (letter !== undefined) control(parameters, letter);
    else if (part === '\n') row += 1;
    else if (part === '\r') column = 0;
    else if (part === '\b') column = Math.max(0, column - 1);
    else if (part >= ' ' && !part.startsWith('\x1b')) put(part);
  }
  return rows
    .map(({ cells, goesOn }) => `${goesOn ? cells.join('') : cells.join('').trimEnd()}${goesOn ? '' : '\n'}`)
    .join('')
    .trimEnd();
}
