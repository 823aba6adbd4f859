import { type Bounds, isWithin, newestFirst, type Place } from './bounds.ts';

/**
 * What a read still has to show (API document, 4.1), newest first: what is within its bounds and behind the last row that
 * its pages gave so far. They name that row and not a number of rows: what is mined in between shifts nothing.
 */
export function rowsWithin<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => Place,
  bounds: Bounds,
  after: Place | null,
): Row[] {
  return rows
    .map((row) => ({ row, place: placeOf(row) }))
    .filter(({ place }) => isWithin(bounds, place) && (after === null || newestFirst(after, place) < 0))
    .sort((a, b) => newestFirst(a.place, b.place))
    .map(({ row }) => row);
}
