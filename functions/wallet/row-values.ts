import { parseAddress, type TokenAddress } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import { contractsCalled } from '../chain/genuine-tokens.ts';
import { RowUnreadable } from './watchlist-row.ts';

/** Forgiving readers of single attributes: an empty value counts as absent. Each throws RowUnreadable naming its attribute. */

/** The text of a string, number or boolean attribute; null if absent. */
export function readText(attribute: string, value: unknown, takes = 'this takes one text.'): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'object') throw new RowUnreadable(attribute, takes);
  const text = String(value).trim();
  return text === '' ? null : text;
}

/** A set, a list (also as JSON text) or a comma-separated string, without its empty entries. */
export function readList(attribute: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const list = value instanceof Set ? [...value] : listInText(value);
  if (typeof list === 'object' && !Array.isArray(list))
    throw new RowUnreadable(attribute, 'this takes a set, a list or one comma-separated text.');
  const entries: readonly unknown[] = Array.isArray(list) ? list : String(list).split(',');
  const takes = 'each entry must be a text.';
  return entries.map((entry) => readText(attribute, entry, takes)).filter((entry) => entry !== null);
}

/** The list in a JSON text such as `["cold","ops"]`, as exported files have it; any other value unchanged. */
function listInText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return value;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) && list.every((entry) => typeof entry !== 'object') ? list : value;
  } catch {
    return value;
  }
}

/** Shared by all rows without tokens: a Set takes 200 bytes, and there may be a hundred thousand rows. */
const noTokens: ReadonlySet<TokenAddress> = new Set();

const tokenSets = new Map<string, ReadonlySet<TokenAddress>>();

export function readTokens(attribute: string, value: unknown, chain: Chain): ReadonlySet<TokenAddress> {
  if (value === undefined || value === null) return noTokens;
  // Spaces and semicolons separate tokens too: no address or symbol holds them.
  const entries = readList(attribute, value)
    .flatMap((entry) => entry.split(/[\s;]+/))
    .filter((entry) => entry !== '');
  const read = () => new Set(entries.map((entry) => readToken(attribute, entry, chain)));
  // Rows have lists in common, and the checksums of four million addresses take longer than a tick.
  return remembered(tokenSets, [chain.id, ...entries].join(' '), read);
}

/** Returns the same value for the same content. It remembers 2,000 contents, and no very short or very long one: memory would grow. */
export function remembered<Value>(known: Map<string, Value>, content: string, make: () => Value): Value {
  const value = known.get(content) ?? make();
  if (known.size < 2_000 && content.length > 60 && content.length < 6_000) known.set(content, value);
  return value;
}

/** The address under which most services list a chain's coin: no contract has it. */
const coinElsewhere = /^0xe{40}$/i;

/** An address, `native` or the coin's symbol, or one that only one genuine token of the chain has. @throws RowUnreadable */
export function readToken(attribute: string, text: string, { id, name, coin }: Chain): TokenAddress {
  const typed = text.trim();
  if (['NATIVE', coin?.symbol].includes(typed.toUpperCase()) || coinElsewhere.test(typed)) return null;
  if (/^0x|^[0-9a-f]{40}$/i.test(typed)) return parsed(attribute, () => parseAddress(typed));
  const [address, ...others] = contractsCalled(id, typed);
  const unknown = `is not an address, nor the symbol of a token on ${name} that Chainbell knows.`;
  if (address === undefined) return refuse(attribute, typed, unknown);
  const some = [address, ...others].slice(0, 3).join(' or ');
  return others.length === 0
    ? parseAddress(address)
    : refuse(attribute, typed, `on ${name} may be ${some}: write the address.`);
}

/** @throws RowUnreadable with the message of `parse` */
export function parsed<Value>(attribute: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw new RowUnreadable(attribute, error instanceof Error ? error.message : String(error));
  }
}

/** One of a few words, in any letter case; `otherwise` if absent. */
export function readWord<Word extends string>(
  attribute: string,
  value: unknown,
  words: readonly Word[],
  otherwise: Word,
): Word {
  const text = readText(attribute, value) ?? otherwise;
  const word = words.find((known) => known === text.toLowerCase());
  return word ?? refuse(attribute, text, `is none of ${words.join(', ')}.`);
}

const yes = new Set(['true', 'yes', 'on', '1']);
const no = new Set(['false', 'no', 'off', '0']);

/** A boolean, or a word such as `yes` or `off`; false if absent. */
export function readBoolean(attribute: string, value: unknown): boolean {
  const text = readText(attribute, value)?.toLowerCase() ?? 'false';
  if (yes.has(text)) return true;
  return no.has(text) ? false : refuse(attribute, text, 'is neither true nor false.');
}

/** Reads a whole number, such as 1000 or 1,000; null if absent. Refuses 1.000, which some people write for a thousand. */
export function readWhole(attribute: string, value: unknown, what: string): number | null {
  const text = readText(attribute, value);
  if (text === null) return null;
  const whole = /^\d{1,3}\.000$/.test(text) ? text : text.replace(/\.0+$/, '');
  const digits = /^\d{1,3}([,_ ]\d{3})+$/.test(whole) ? whole.replaceAll(/[,_ ]/g, '') : whole;
  if (!/^\d{1,15}$/.test(digits)) refuse(attribute, text, `is not ${what}: write digits only.`);
  return Number(digits);
}

/** A row travels to its poll in an SQS message of at most 256 KB, in which a character outside ASCII takes six bytes. */
const maxBytes = 150_000;

/** @throws RowUnreadable naming the longest attribute, if all together are too long for a poll's message */
export function refuseTooLong(attributes: ReadonlyMap<string, unknown>): void {
  const sizes = Array.from(attributes, ([name, value]) => ({ name, bytes: bytesOf(value) }));
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (all <= maxBytes) return;
  const longest = sizes.reduce((one, other) => (other.bytes > one.bytes ? other : one));
  const bytes = `its attributes hold ${all} bytes, and the maximum is ${maxBytes}.`;
  throw new RowUnreadable(longest.name, `the row is too long for a poll: ${bytes}`);
}

function bytesOf(value: unknown): number {
  const text = JSON.stringify(value instanceof Set ? [...value] : value) ?? '';
  return text.length + 5 * (text.match(/[^\x20-\x7e]/g)?.length ?? 0);
}

/** @throws RowUnreadable that quotes what was typed */
export function refuse(attribute: string, typed: string, problem: string): never {
  throw new RowUnreadable(attribute, `"${cut(typed)}" ${problem}`);
}

/** Services refuse half a character. */
export function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}...` : text;
}
