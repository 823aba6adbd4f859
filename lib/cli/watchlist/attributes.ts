import { readBoolean, readList, readTokens } from '../../../functions/wallet/row-values.ts';
import { plainName, type RowAttribute, rowAttributes } from '../../../functions/wallet/watchlist-row.ts';
import { nearest } from '../frame/watched-wallet.ts';
import { Unusable } from '../unusable.ts';

/** What is asked for of a row's attributes, by name: the text of each; null takes it out of the row. */
export type Assignments = ReadonlyMap<RowAttribute, string | null>;

/**
 * `name=value` as typed, `name=` to take one out. Names count as they do in a row: `min-amount` is `minAmount`.
 * @throws Unusable for what is none, with the name that was probably meant
 */
export function readAssignments(typed: readonly string[]): Assignments {
  const assignments = new Map<RowAttribute, string | null>();
  for (const text of typed) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined)
      throw new Unusable(`"${text.slice(0, 60)}" is no attribute: write name=value, such as label=Treasury.`);
    const attribute = readName(name);
    if (assignments.has(attribute)) throw new Unusable(`${attribute} is there twice: once is enough.`);
    assignments.set(attribute, value.trim() === '' ? null : value.trim());
  }
  return assignments;
}

function readName(typed: string): RowAttribute {
  const attribute = rowAttributes.find((known) => plainName(known) === plainName(typed));
  if (attribute !== undefined) return attribute;
  const meant = nearest(plainName(typed), rowAttributes);
  const hint = meant === null ? `a row has ${rowAttributes.join(', ')}` : `did you mean ${meant}?`;
  throw new Unusable(`"${typed.slice(0, 40)}" is no attribute of a row: ${hint}${meant === null ? '.' : ''}`);
}

/**
 * An attribute as it is stored: addresses as a string set, which DynamoDB adds to in one step, tags as a list, the rest
 * as typed.
 * @throws RowUnreadable as the functions would
 */
export function storedValue(attribute: RowAttribute, text: string): unknown {
  switch (attribute) {
    case 'tokens':
    case 'ignoreTokens':
    case 'trustTokens':
      return new Set(Array.from(readTokens(attribute, text), (token) => token ?? 'native'));
    case 'tags':
      return readList(attribute, text);
    case 'paused':
      return readBoolean(attribute, text);
    default:
      return text;
  }
}
