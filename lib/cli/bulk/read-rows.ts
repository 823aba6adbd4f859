import { parseAddress } from '../../../functions/chain/address.ts';
import type { Chain } from '../../../functions/chain/chains.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { watchKey } from '../../../functions/wallet/watch.ts';
import {
  type RowAttribute,
  rowAttributes,
  type WatchlistRow,
} from '../../../functions/wallet/watchlist-row.ts';
import { chainNamed } from '../frame/watched-wallet.ts';
import { Unusable } from '../unusable.ts';
import { storedValue } from '../watchlist/rows/attributes.ts';
import { valueText } from '../watchlist/rows/plain-row.ts';
import { type FileShape, type FoundFields, type ReadEntry, readEntries } from './read-entries.ts';

export interface KeyedRow {
  readonly key: string;
  readonly row: WatchlistRow;
}

const shape: FileShape = {
  key: 'wallet',
  attributes: ['wallet', 'chain', ...rowAttributes],
  example: { chain: 'eth' },
};

/**
 * Checks each row as the functions read it.
 * @param chain for rows without a chain
 * @param isJson by the file's name
 * @throws Unusable if no part of the file can be read
 */
export function readRows(text: string, chain: string, isJson = false): ReadEntry<KeyedRow>[] {
  const entries = readEntries(text, shape, isJson, (found) => readFields(found, chain));
  const first = new Map<string, string>();
  return entries.map((read) => {
    if ('problem' in read) return read;
    const before = first.get(read.key);
    if (before !== undefined) return { where: read.where, problem: `the same wallet and chain as ${before}` };
    first.set(read.key, read.where);
    return read;
  });
}

function readFields({ fields, commas }: FoundFields, otherwise: string): KeyedRow {
  const given = fields.filter(([, value]) => value !== null && value !== '');
  const { wallet: typed = '', chain = otherwise, ...rest } = Object.fromEntries(given);
  const on = chainNamed(String(chain));
  const values = Object.entries(rest).map(([name, value]) => {
    const attribute = rowAttributes.find((known) => known === name);
    return [name, attribute === undefined ? value : known(attribute, amountOf(attribute, value, commas), on)];
  });
  // The spelling that decides between two rows of a wallet.
  const key = { wallet: parseAddress(String(typed)), chain: on.name };
  const row = { ...Object.fromEntries(values), ...key };
  return { key: watchKey(readRow(row)), row };
}

function amountOf(name: RowAttribute, value: unknown, commas: boolean | undefined): unknown {
  const isTyped = commas !== undefined && typeof value === 'string' && name.startsWith('min');
  return isTyped ? readSpreadsheetNumber(name, value, commas) : value;
}

/** As `chainbell add` stores it. */
function known(name: RowAttribute, value: unknown, chain: Chain): unknown {
  return name === 'tags' && Array.isArray(value) ? value : storedValue(name, valueText(value), chain);
}

/**
 * `1.000,50` and `1,000.50` are 1000.50: the last of two separators is the decimal one, a repeated one parts thousands.
 * @param commas the file may have decimal commas: 0,5 is a half, and 1.000 or 1,000 may be a thousand
 * @throws Unusable for a number that may be either
 */
function readSpreadsheetNumber(name: string, text: string, commas: boolean): string {
  if (/^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(\.\d{3}){2,}$/.test(text))
    return text.replaceAll('.', '').replace(',', '.');
  if (/^\d{1,3}(,\d{3})+\.\d+$|^\d{1,3}(,\d{3}){2,}$/.test(text)) return text.replaceAll(',', '');
  if (!commas) return text;
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) {
    const either = `${text.replace(/[.,]/, '')} or ${Number(text.replace(',', '.'))}`;
    throw new Unusable(`${name}: "${text}" may be ${either}: write one of these.`);
  }
  return text.replace(/^(\d+),(\d+)$/, '$1.$2');
}
