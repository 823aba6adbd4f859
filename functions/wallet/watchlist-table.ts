import { paginateScan, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Table } from '../runtime/table-items.ts';
import type { WatchlistRow } from './watchlist-row.ts';

export const segments = 4;

/** Small pages are freed early by the garbage collector: a full page of 1 MB takes 40 MB once the client has parsed it. */
export const rowsPerPage = 400;

const row = z.looseObject({ wallet: z.string(), chain: z.string() });

/** Passes each row to `read` as its page arrives, numbers as digits. A table above one page is scanned in parallel segments. */
export function createWatchlistScan({
  dynamodb,
  TableName,
}: Table): <Read>(read: (row: WatchlistRow) => Read) => Promise<Read[]> {
  /** The rows of a full page; infinite while the table fits into one page. */
  let rowsOfPage = Number.POSITIVE_INFINITY;

  return async <Read>(read: (row: WatchlistRow) => Read) => {
    const pages = (segment: object) =>
      paginateScan({ client: dynamodb }, { TableName, Limit: rowsPerPage, ...segment });
    const rowsOf = (items: ScanCommandOutput['Items'] = []) => items.map((item) => read(row.parse(item)));
    if (rowsOfPage === Number.POSITIVE_INFINITY) {
      const { value: page } = await pages({}).next();
      const rows = rowsOf(page?.Items);
      if (page?.LastEvaluatedKey === undefined) return rows;
      rowsOfPage = rows.length;
    }
    const parts = await Promise.all(
      Array.from({ length: segments }, async (_, Segment) => {
        const rows: Read[] = [];
        for await (const { Items } of pages({ Segment, TotalSegments: segments }))
          for (const one of rowsOf(Items)) rows.push(one);
        return rows;
      }),
    );
    const rows = parts.flat();
    if (rows.length <= rowsOfPage) rowsOfPage = Number.POSITIVE_INFINITY;
    return rows;
  };
}
