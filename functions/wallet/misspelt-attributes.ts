import {
  attributesOf,
  plainName,
  type RowAttribute,
  rowAttributes,
  type WatchlistRow,
} from './watchlist-row.ts';

/**
 * How many single changes make one text of the other: a letter more, less or another, or two neighbours swapped.
 * @param most the answer is exact up to here; above it is some number above
 */
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

/** An attribute of a row that nobody reads, and the one that was probably meant. */
export interface MisspeltAttribute {
  /** As typed. */
  readonly name: string;
  readonly meant: RowAttribute;
}

/** Words of a person's own notes that happen to be near one of ours. */
const ownWords = new Set(['scam', 'passed']);

const known = rowAttributes.map((name) => ({ name, plain: plainName(name) }));

/**
 * The attributes whose names are nearly ones that count: one slip in a short name, two in a long one. Names far from all
 * are notes of the row's owner, and so is one beside the attribute that it resembles. Those without a value say nothing.
 */
export function misspeltAttributes(row: WatchlistRow): MisspeltAttribute[] {
  const given = attributesOf(row);
  return Object.entries(row).flatMap(([name, value]) => {
    if (name === 'wallet' || name === 'chain' || value === null || value === undefined || value === '')
      return [];
    const meant = nearest(plainName(name));
    return meant === null || given.has(meant) ? [] : [{ name, meant }];
  });
}

function nearest(name: string): RowAttribute | null {
  if (ownWords.has(name) || known.some(({ plain }) => plain === name)) return null;
  const near = known
    .map(({ name: meant, plain }) => ({ meant, slips: slips(name, plain) }))
    .filter(({ slips }) => slips > 0)
    .toSorted((a, b) => a.slips - b.slips);
  return near[0]?.meant ?? null;
}

/** 0 where they are the same or too far apart for a slip of the fingers. */
function slips(name: string, plain: string): number {
  const most = plain.length <= 6 ? 1 : 2;
  const distance = editDistance(name, plain, most);
  return distance <= most ? distance : 0;
}
