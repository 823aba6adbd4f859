import {
  attributesOf,
  knownNames,
  plainName,
  type RowAttribute,
  rowAttributes,
  type WatchlistRow,
} from './watchlist-row.ts';

/** Edits between two texts: insert, delete or replace a letter, or swap neighbours. @param max exact up to this number */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
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
    if (Math.min(...row) > max) return max + 1;
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
  return rowAttributes.find((one) => isNear(knownNames.get(one) ?? one)) ?? null;
}
