import { parseAddress } from '../../../functions/chain/address.ts';
import { readRow } from '../../../functions/wallet/read-row.ts';
import { watchKey } from '../../../functions/wallet/watch.ts';
import {
  plainName,
  type RowAttribute,
  rowAttributes,
  type WatchlistRow,
} from '../../../functions/wallet/watchlist-row.ts';
import { chainNamed, nearest } from '../frame/watched-wallet.ts';
import { Unusable } from '../unusable.ts';
import { storedValue } from '../watchlist/attributes.ts';
import { valueText } from '../watchlist/plain-row.ts';
import { readCsv } from './csv.ts';

/** A row of a file: as it is to be stored, or why it can't be. */
export type FileRow = { readonly where: string } & (
  | { readonly key: string; readonly row: WatchlistRow }
  | { readonly problem: string }
);

/** What a file says of one row: texts, or JSON's values. */
type Fields = readonly (readonly [name: string, value: unknown])[];

/**
 * The rows of a file, CSV or a JSON array, each checked as the functions read it.
 * @param chain of rows that name none
 * @param isJson by its name, however it begins
 * @throws Unusable where the whole of it can't be read
 */
export function readRows(text: string, chain: string, isJson = false): FileRow[] {
  // A byte order mark is white space too.
  const trimmed = text.trim();
  const entries = isJson || /^[[{]/.test(trimmed) ? jsonEntries(trimmed) : csvEntries(text);
  const first = new Map<string, string>();
  return entries.map((entry) => {
    const read = 'problem' in entry ? entry : readFields(entry.where, entry.fields, chain);
    if ('problem' in read) return read;
    const before = first.get(read.key);
    if (before !== undefined) return { where: read.where, problem: `the same wallet and chain as ${before}` };
    first.set(read.key, read.where);
    return read;
  });
}

function readFields(where: string, fields: Fields, otherwise: string): FileRow {
  try {
    const given = fields.filter(([, value]) => value !== null && value !== '');
    const { wallet: typed = '', chain = otherwise, ...rest } = Object.fromEntries(given);
    const values = Object.entries(rest).map(([name, value]) => [
      name,
      isKnown(name) ? known(name, value) : value,
    ]);
    // In the spelling that decides where a wallet is there twice.
    const key = { wallet: parseAddress(String(typed)), chain: chainNamed(String(chain)).name };
    const row = { ...Object.fromEntries(values), ...key };
    return { where, key: watchKey(readRow(row)), row };
  } catch (error) {
    return { where, problem: error instanceof Error ? error.message : String(error) };
  }
}

function isKnown(name: string): name is RowAttribute {
  return rowAttributes.some((attribute) => attribute === name);
}

/** As `chainbell add` stores it. */
function known(name: RowAttribute, value: unknown): unknown {
  const tags = name === 'tags' ? asList(value) : null;
  return Array.isArray(tags) ? tags : storedValue(name, valueText(value));
}

/** Tags with a comma in them come as a JSON list. */
function asList(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

type FileEntry = { readonly where: string } & ({ readonly fields: Fields } | { readonly problem: string });

function csvEntries(text: string): FileEntry[] {
  const [head, ...records] = readCsv(text);
  if (head === undefined)
    throw new Unusable('The file is empty: its first line names the columns, such as wallet,chain,label.');
  const names = readNames(head.cells);
  if (!names.includes('wallet'))
    throw new Unusable(
      'The file has no column wallet: its first line names the columns, such as wallet,chain,label.',
    );
  return records.map(({ line, cells }) => {
    const where = `line ${line}`;
    if (cells.length > names.length)
      return { where, problem: `it has ${cells.length} cells, and there are ${names.length} columns` };
    return { where, fields: names.map((name, i) => [name, cells[i] ?? ''] as const) };
  });
}

function jsonEntries(text: string): FileEntry[] {
  let entries: unknown;
  try {
    entries = JSON.parse(text, keepDigits);
  } catch (error) {
    throw new Unusable(`The file is no JSON: ${error instanceof Error ? error.message : error}.`, {
      cause: error,
    });
  }
  if (!Array.isArray(entries))
    throw new Unusable(
      'The file is JSON, but no array of rows, such as [{"wallet": "0xYourWallet", "chain": "eth"}].',
    );
  return entries.map((entry: unknown, i) => {
    const where = `entry ${i + 1}`;
    const pairs = Object.entries(typeof entry === 'object' && entry !== null ? entry : {});
    const names = readNames(pairs.map(([name]) => name));
    return { where, fields: pairs.map(([, value], at) => [names[at] ?? '', value] as const) };
  });
}

/** 0.1 stays 0.1. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

/** Names by the contract's spelling; what is far from all of them is a note of the row's owner. */
function readNames(typed: readonly string[]): string[] {
  const names = typed.map((name) => {
    const attributes = ['wallet', 'chain', ...rowAttributes];
    const attribute = attributes.find((known) => plainName(known) === plainName(name));
    const meant = attribute === undefined ? nearest(plainName(name), attributes) : null;
    if (meant !== null)
      throw new Unusable(`"${name.slice(0, 40)}" is no attribute of a row: did you mean ${meant}?`);
    return attribute ?? name;
  });
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Unusable(`The column ${twice.slice(0, 40)} is there twice.`);
  return names;
}
