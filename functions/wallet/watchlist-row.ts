import { parseAddress } from '../chain/address.ts';
import { findChain, typedName } from '../chain/chains.ts';

/** A Watchlist row as the user typed it: values in any of DynamoDB's forms, numbers as texts of their digits. */
export interface WatchlistRow {
  readonly wallet: string;
  readonly chain: string;
  readonly [attribute: string]: unknown;
}

export const rowAttributes = [
  'label',
  'direction',
  'tokens',
  'ignoreTokens',
  'minAmount',
  'minUsd',
  'minBalance',
  'trustTokens',
  'watch',
  'spam',
  'every',
  'paused',
  'fromBlock',
  'tags',
  'singles',
] as const;

export type RowAttribute = (typeof rowAttributes)[number];

/** A row's attributes by these names. People type the names by hand, so any letter case counts, and `min_amount` too. */
export function attributesOf(row: WatchlistRow): ReadonlyMap<RowAttribute, unknown> {
  const typed = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) typed.set(knownNames.get(name) ?? plainName(name), value);
  const given = new Map<RowAttribute, unknown>();
  for (const name of rowAttributes) {
    const value = row[name] ?? typed.get(knownNames.get(name) ?? name);
    if (value !== undefined && value !== null) given.set(name, value);
  }
  return given;
}

/** The value of one attribute, whatever the letter case of its name, as in attributesOf. */
export function attributeIn(item: Readonly<Record<string, unknown>>, name: string): unknown {
  return item[name] ?? Object.entries(item).find(([typed]) => plainName(typed) === name)?.[1];
}

const knownNames = new Map<string, string>(rowAttributes.map((name) => [name, plainName(name)]));

export function plainName(name: string): string {
  return name.replaceAll(/[\s_-]/g, '').toLowerCase();
}

/** `message` is a sentence for the person who typed it, and begins with the attribute. */
export class RowUnreadable extends Error {
  override readonly name = 'RowUnreadable';
  readonly attribute: string;
  constructor(attribute: string, problem: string) {
    super(`${attribute}: ${problem}`);
    this.attribute = attribute;
  }
}

/** Only the console reaches a row with an unreadable key. No command reaches a duplicate row that is not polled; the page does. */
export const inConsole = 'the console (DynamoDB, Explore items, the Watchlist table)';

/** How to correct an unreadable row; quotes the row's key only if that can be parsed. @param attribute the one at fault */
export function mendAdvice(row: WatchlistRow, attribute: string): string {
  const target = commandTarget(row);
  return target === null
    ? `Delete the row in ${inConsole}, then npx chainbell add the right wallet and chain.`
    : `npx chainbell set ${target} ${attribute}=… corrects it.`;
}

/** Wallet and chain as arguments of a command; null if either can't be parsed. */
export function commandTarget({ wallet, chain }: WatchlistRow): string | null {
  try {
    parseAddress(wallet);
    return `${wallet.trim()} --chain ${typedName(findChain(chain))}`;
  } catch {
    return null;
  }
}

/** Edits between two texts: insert, delete or replace a letter, or swap neighbours. @param most exact up to this number */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (last[j] ?? 0) + 1,
          (last[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}

export interface MisspeltAttribute {
  readonly name: string;
  readonly meant: RowAttribute;
}

/** Names that are not misspelt. The last two resemble attributes, but people use them for their own notes. */
const wellSpelt = new Set([...knownNames.values(), 'wallet', 'chain', 'scam', 'passed']);

/** Misspelt attributes: one slip in a short name, two in a long one. All other unknown names are the owner's notes. */
export function misspeltAttributes(row: WatchlistRow): MisspeltAttribute[] {
  const given = attributesOf(row);
  return Object.entries(row).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return [];
    const meant = nearest(plainName(name));
    return meant === null || given.has(meant) ? [] : [{ name, meant }];
  });
}

/** The attribute that the name resembles. No name resembles two. */
function nearest(name: string): RowAttribute | null {
  if (wellSpelt.has(name)) return null;
  const isNear = (plain: string) => editDistance(name, plain, 2) <= (plain.length <= 6 ? 1 : 2);
  return rowAttributes.find((one) => isNear(plainName(one))) ?? null;
}
