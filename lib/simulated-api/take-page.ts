import { type Bounds, isWithin, newestFirst, type Place } from './bounds.ts';

/** One page, and whether others come behind it. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly more: boolean;
}

/**
 * A page as the API cuts it (API document, 4.1): newest first, within the bounds, and behind the last row that the page
 * before it gave. It names that row and not a number of rows: what is mined in between shifts nothing.
 */
export function takePage<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => Place,
  bounds: Bounds,
  size: number,
  after: Place | null = null,
): Page<Row> {
  const found = rows
    .map((row) => ({ row, place: placeOf(row) }))
    .filter(({ place }) => isWithin(bounds, place) && (after === null || newestFirst(after, place) < 0))
    .sort((a, b) => newestFirst(a.place, b.place))
    .map(({ row }) => row);
  return { rows: found.slice(0, size), more: found.length > size };
}
