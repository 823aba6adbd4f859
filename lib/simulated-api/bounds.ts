export interface Place {
  readonly block: number;
  /** Epoch milliseconds of its block. */
  readonly time: number;
  readonly index: number;
  /** The log's index in its block or transaction. */
  readonly log: number;
}

/** Both ends inclusive; an absent end is infinite. Times are epoch milliseconds. */
export type Bounds = NonNullable<ReturnType<typeof readBounds>>;

/** Bounds of a request: a block wins over a date (API document, 4.1, rules 1 and 2). Null for one that can't be read. */
export function readBounds(query: URLSearchParams) {
  const bounds = {
    fromBlock: readBlock(query.get('from_block')) ?? -Infinity,
    toBlock: readBlock(query.get('to_block')) ?? Infinity,
    fromTime: (query.has('from_block') ? null : readDate(query.get('from_date'))) ?? -Infinity,
    toTime: (query.has('to_block') ? null : readDate(query.get('to_date'))) ?? Infinity,
  };
  return Object.values(bounds).some(Number.isNaN) ? null : bounds;
}

function isWithin({ fromBlock, toBlock, fromTime, toTime }: Bounds, { block, time }: Place): boolean {
  return block >= fromBlock && block <= toBlock && time >= fromTime && time <= toTime;
}

/** The order of the API's pages. */
export function newestFirst(a: Place, b: Place): number {
  return b.block - a.block || b.index - a.index || b.log - a.log;
}

function readBlock(text: string | null): number | null {
  if (text === null) return null;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Unix seconds, or what Date reads. */
function readDate(text: string | null): number | null {
  if (text === null) return null;
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
}

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
