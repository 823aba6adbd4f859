import type { TokenAddress } from '../chain/address.ts';
import type { Chain } from '../chain/chains.ts';
import { readText, readToken, refuse } from './row-values.ts';
import type { MinAmount } from './watch.ts';
import { RowUnreadable } from './watchlist-row.ts';

/** Shared by all rows without a minimum: most have none, and there may be a hundred thousand rows. */
const noMinimum: MinAmount = { byToken: new Map(), otherwise: '0' };

const noFloors: ReadonlyMap<TokenAddress, string> = new Map();

/** The row's `minBalance`, in the forms of readAmounts; a plain number is of the chain's own coin. @throws RowUnreadable */
export function readMinBalance(value: unknown, chain: Chain): ReadonlyMap<TokenAddress, string> {
  const { byToken, otherwise } = readAmounts('minBalance', value, chain);
  const floors = [...byToken, [null, otherwise] as const].filter(([, floor]) => /[1-9]/.test(floor));
  return floors.length === 0 ? noFloors : new Map(floors);
}

/** Amounts in token units: a number, or a map token -> number (also as JSON text). @throws RowUnreadable */
export function readAmounts(attribute: string, value: unknown, chain: Chain): MinAmount {
  if (value === undefined || value === null) return noMinimum;
  const map = asMap(attribute, value);
  if (map === null) return { ...noMinimum, otherwise: readDecimal(attribute, value) };
  const byToken = new Map<TokenAddress, string>();
  for (const [token, amount] of Object.entries(map)) {
    const address = readToken(attribute, token, chain);
    const minimum = readDecimal(attribute, amount);
    if ((byToken.get(address) ?? minimum) !== minimum)
      refuse(attribute, token, 'stands there twice, with two amounts: leave one of them out.');
    byToken.set(address, minimum);
  }
  return { byToken, otherwise: '0' };
}

function asMap(attribute: string, value: unknown): object | null {
  if (value instanceof Set || Array.isArray(value) || ArrayBuffer.isView(value)) {
    throw new RowUnreadable(attribute, 'this takes one number, or a map from token address to number.');
  }
  if (typeof value === 'object' && value !== null) return value;
  if (typeof value !== 'string' || !value.trim().startsWith('{')) return null;
  try {
    return JSON.parse(value, keepDigits);
  } catch {
    return refuse(attribute, value, 'is not a map in JSON.');
  }
}

/** A reviver for JSON.parse that keeps a number's digits: 0.1 stays 0.1. */
export function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? context?.source : value;
}

/** A decimal as DynamoDB or a person writes it, exponent included, as a plain decimal; 0 if absent. @throws RowUnreadable */
export function readDecimal(attribute: string, value: unknown): string {
  const text = readText(attribute, value) ?? '0';
  const [, whole = '', fraction = '', exponent = '0'] =
    /^\+?(\d{0,130})(?:\.(\d{0,260}))?(?:e([+-]?\d{1,3}))?$/i.exec(text) ?? [];
  if (whole === '' && fraction === '')
    refuse(attribute, text, 'is not an amount: write digits with a point for decimals, as in 1000.5.');
  return shiftPoint(whole, fraction, Number(exponent));
}

function shiftPoint(whole: string, fraction: string, places: number): string {
  const digits = whole + fraction;
  const point = whole.length + places;
  const left = digits.slice(0, Math.max(point, 0)).padEnd(Math.max(point, 0), '0');
  const right = point < 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  return `${left.replace(/^0+(?=\d)/, '') || '0'}${right === '' ? '' : `.${right}`}`;
}
