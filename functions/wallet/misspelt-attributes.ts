import { editDistance } from './edit-distance.ts';
import {
  attributesOf,
  plainName,
  type RowAttribute,
  rowAttributes,
  type WatchlistRow,
} from './watchlist-row.ts';

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
  if (ownWords.has(name)) return null;
  const near = known
    .map(({ name: meant, plain }) => ({ meant, slips: slips(name, plain) }))
    .filter(({ slips }) => slips > 0)
    .toSorted((a, b) => a.slips - b.slips);
  return known.some(({ plain }) => plain === name) ? null : (near[0]?.meant ?? null);
}

/** 0 where they are the same or too far apart for a slip of the fingers. */
function slips(name: string, plain: string): number {
  const most = plain.length <= 6 ? 1 : 2;
  const distance = editDistance(name, plain, most);
  return distance <= most ? distance : 0;
}
