import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import * as z from 'zod';
import { isTerminal, type Streams } from '../streams.ts';
import { Unusable } from '../unusable.ts';

/**
 * What spreadsheets take for a formula. Export puts one more apostrophe before such a cell and import removes it, so
 * that a cell with an apostrophe of its own comes back unchanged.
 */
const formula = /^'*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** No cell is a formula to a spreadsheet. */
export function writeCsv(head: readonly string[], records: readonly (readonly string[])[]): string {
  return stringify([head, ...records].map((row) => row.map((one) => (formula.test(one) ? `'${one}` : one))));
}

/** On a terminal, without characters that a terminal acts upon. */
export function shownCsv(csv: string, { stdout }: Pick<Streams, 'stdout'>): string {
  return isTerminal(stdout) ? csv.replaceAll(/[^\P{C}\n]/gu, '?') : csv;
}

const parsed = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

const delimiters = [';', '\t', ','] as const;

/** A comma; a semicolon in countries with a decimal comma; a tab. The first line has only names, or Excel's `sep=;`. */
function delimiterOf(text: string): (typeof delimiters)[number] {
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1);
  const [, named] = separatorLine.exec(head) ?? [];
  const found = delimiters.filter((delimiter) => (named ?? head).includes(delimiter));
  return found.length === 1 && found[0] !== undefined ? found[0] : ',';
}

const separatorLine = /^\ufeff?"?sep=(.)"?/i;

/** Whether the file's numbers may have decimal commas, and points between thousands. */
export function hasDecimalCommas(text: string): boolean {
  return delimiterOf(text) !== ',';
}

/** The head is the first record. @throws Unusable if it is no CSV */
export function readCsv(text: string) {
  const delimiter = delimiterOf(text);
  const lenient = {
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  };
  const from_line = separatorLine.test(text) ? 2 : 1;
  const options = { bom: true, info: true, delimiter, from_line, ...lenient };
  try {
    return parsed.parse(parse(text, options)).map(({ record, info }) => ({
      line: info.lines,
      cells: record.map((cell) => (formula.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell)),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Unusable(`The file is not CSV: ${error.message.replaceAll(/\s+/g, ' ')}.`, { cause: error });
  }
}
