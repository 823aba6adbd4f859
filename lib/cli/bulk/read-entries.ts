import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { keepDigits } from '../../../functions/wallet/min-amount.ts';
import { plainName } from '../../../functions/wallet/watchlist-row.ts';
import { nearest } from '../frame/watched-wallet.ts';
import { shown } from '../table.ts';
import { messageOf, Unusable } from '../unusable.ts';
import { hasDecimalCommas, readCsv } from './csv.ts';

/** Texts of CSV, or JSON's values. */
type Fields = readonly (readonly [name: string, value: unknown])[];

export interface Problem {
  readonly where: string;
  readonly problem: string;
}

/** For stderr: one line for each row that can't be read. */
export function problemLines(problems: readonly Problem[]): string {
  return problems.map(({ where, problem }) => `${where}: ${shown(problem)}\n`).join('');
}

export interface FoundFields {
  readonly fields: Fields;
  /** Amounts may have decimal commas; absent for JSON. */
  readonly commas?: boolean;
}

export interface FileShape {
  /** An address, which every row has. */
  readonly key: string;
  /** Includes the key. A column whose name resembles none of them is a note of the row's owner. */
  readonly attributes: readonly string[];
  /** For the message if the file has no such column. */
  readonly example: Readonly<Record<string, string>>;
}

/** A row of a file as read, or why it can't be read. */
export type ReadEntry<Row> = Problem | ({ readonly where: string } & Row);

/**
 * CSV or a JSON array.
 * @param isJson by the file's name
 * @throws Unusable if none of it can be read
 */
export function readEntries<Row extends object>(
  text: string,
  shape: FileShape,
  isJson: boolean,
  read: (found: FoundFields) => Row,
): ReadEntry<Row>[] {
  const trimmed = text.trim();
  const entries = isJson || /^[[{]/.test(trimmed) ? jsonEntries(trimmed, shape) : csvEntries(text, shape);
  return entries.map((entry) => {
    if ('problem' in entry) return entry;
    try {
      return { where: entry.where, ...read(entry) };
    } catch (error) {
      return { where: entry.where, problem: messageOf(error) };
    }
  });
}

function csvEntries(text: string, shape: FileShape): ReadEntry<FoundFields>[] {
  const [head, ...records] = readCsv(text);
  const columns = `its first line names the columns, such as ${shape.attributes.slice(0, 3).join(',')}`;
  if (head === undefined) throw new Unusable(`The file is empty: ${columns}.`);
  const names = readNames(head.cells, shape);
  if (!names.includes(shape.key)) throw new Unusable(`The file has no column ${shape.key}: ${columns}.`);
  const commas = hasDecimalCommas(text);
  return records.map(({ line, cells }) => {
    const where = `line ${line}`;
    const stray = cells.findIndex((cell, i) => cell !== '' && !names[i]);
    if (stray >= 0) return { where, problem: `its cell ${stray + 1}, "${cells[stray]}", has no column name` };
    return { where, commas, fields: names.map((name, i) => [name, cells[i] ?? ''] as const) };
  });
}

function jsonEntries(text: string, shape: FileShape): ReadEntry<FoundFields>[] {
  let entries: unknown;
  try {
    entries = JSON.parse(text, keepDigits);
  } catch (error) {
    throw new Unusable(`The file is not JSON: ${messageOf(error)}.`, { cause: error });
  }
  if (!Array.isArray(entries)) {
    const fields = Object.entries({ [shape.key]: '0xTheAddress', ...shape.example });
    const example = fields.map(([name, value]) => `"${name}": "${value}"`).join(', ');
    throw new Unusable(`The file is JSON, but not an array of rows, such as [{${example}}].`);
  }
  return entries.map((entry: unknown, i) => {
    const where = `entry ${i + 1}`;
    const pairs = Object.entries(typeof entry === 'object' && entry !== null ? entry : {});
    const names = readNames(
      pairs.map(([name]) => name),
      shape,
    );
    return { where, fields: pairs.map(([, value], at) => [names[at] ?? '', value] as const) };
  });
}

const keys = ['address', 'wallet', 'walletaddress', 'account'];
/** Headings of spreadsheets, by attribute. */
const headings: Readonly<Record<string, readonly string[]>> = {
  wallet: keys,
  address: keys,
  chain: ['network', 'blockchain'],
  label: ['name'],
  name: ['label', 'contact'],
  tags: ['tag'],
};

/** Column names in the spelling of docs/reference.md; an alias counts only if no column has the attribute's own name. */
function readNames(typed: readonly string[], { attributes }: FileShape): string[] {
  const plain = new Set(typed.map(plainName));
  const isCalled = (known: string, name: string) =>
    known === name || (!plain.has(known) && headings[known]?.includes(name) === true);
  const names = typed.map((name) => {
    const attribute = attributes.find((known) => isCalled(plainName(known), plainName(name)));
    const meant = attribute === undefined ? nearest(plainName(name), attributes) : null;
    if (meant !== null)
      throw new Unusable(`"${name.slice(0, 40)}" is not an attribute of a row: did you mean ${meant}?`);
    return attribute ?? name;
  });
  // Spreadsheets add columns without a name, and without cells.
  const twice = names.find((name, i) => name !== '' && names.indexOf(name) !== i);
  if (twice !== undefined) throw new Unusable(`The file has the column ${twice.slice(0, 40)} twice.`);
  return names;
}

/** `-` is stdin. @throws Unusable if the file can't be read */
export async function readInput(file: string, stdin: Readable): Promise<string> {
  if (file === '-') return decoded(await buffer(stdin));
  try {
    return decoded(await readFile(file));
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new Unusable(`${file} can't be read (${error.code}).`, { cause: error });
  }
}

/** UTF-8, or Excel's UTF-16 with a mark ("Unicode text") and Windows-1252 ("CSV"). */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
