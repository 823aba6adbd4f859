import { Unusable } from '../unusable.ts';

/**
 * An amount as spreadsheets write it, as rows have it: `1.000,50` and `1,000.50` are 1000.50. Of two separators the last is that
 * of the decimals, and one that comes several times parts thousands.
 * @param name of the attribute, for what is said
 * @param commas whether the file is of a spreadsheet with decimal commas: 0,5 is a half there, and 1.000 may be a thousand
 * @throws Unusable for what may be either
 */
export function readSpreadsheetNumber(name: string, text: string, commas: boolean): string {
  if (/^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(\.\d{3}){2,}$/.test(text))
    return text.replaceAll('.', '').replace(',', '.');
  if (/^\d{1,3}(,\d{3})+\.\d+$|^\d{1,3}(,\d{3}){2,}$/.test(text)) return text.replaceAll(',', '');
  if (!commas) return text;
  if (/^\d{1,3}\.\d{3}$/.test(text))
    throw new Unusable(
      `${name}: "${text}" is a thousand to some spreadsheets and one to others: write it without the point.`,
    );
  return text.replace(/^(\d+),(\d+)$/, '$1.$2');
}
