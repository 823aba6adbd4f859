import { type Bounds, isWithin, newestFirst, type Place } from './bounds.ts';

/**
 * The rest of a read (API document, 4.1), newest first: within the bounds and after the last row shown. A cursor names
 * that row, not a number of rows, so that newly mined transfers shift nothing.
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
