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

export const knownNames = new Map<string, string>(rowAttributes.map((name) => [name, plainName(name)]));

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
