import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { rowsPerPage, segments } from './watchlist-pages.ts';
import type { WatchlistRow } from './watchlist-row.ts';

const row = z.looseObject({ wallet: z.string(), chain: z.string() });

/**
 * Every row of the Watchlist as typed, numbers as their digits, each given to `read` as soon as its page is there: no page is
 * kept. A table of more than one page is read in parts from then on; what the first page of it said is asked for again.
 */
export function createWatchlistScan(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
): <Read>(read: (row: WatchlistRow) => Read) => Promise<Read[]> {
  /** How many rows fill a page; infinite while the table fits into one. */
  let rowsOfPage = Number.POSITIVE_INFINITY;

  return async <Read>(read: (row: WatchlistRow) => Read) => {
    const pageAt = async (segment: object, ExclusiveStartKey?: Record<string, unknown>) => {
      const page = await dynamodb.send(
        new ScanCommand({ TableName, ...segment, Limit: rowsPerPage, ExclusiveStartKey }),
      );
      return { rows: (page.Items ?? []).map((item) => read(row.parse(item))), next: page.LastEvaluatedKey };
    };
    if (rowsOfPage === Number.POSITIVE_INFINITY) {
      const { rows, next } = await pageAt({});
      if (next === undefined) return rows;
      rowsOfPage = rows.length;
    }
    const parts = await Promise.all(
      Array.from({ length: segments }, async (_, Segment) => {
        const rows: Read[] = [];
        let next: Record<string, unknown> | undefined;
        do {
          const page = await pageAt({ Segment, TotalSegments: segments }, next);
          for (const one of page.rows) rows.push(one);
          next = page.next;
        } while (next !== undefined);
        return rows;
      }),
    );
    const rows = parts.flat();
    if (rows.length <= rowsOfPage) rowsOfPage = Number.POSITIVE_INFINITY;
    return rows;
  };
}

/** Every row of the Watchlist as typed, numbers as their digits, all of them kept. */
export function scanWatchlist(dynamodb: DynamoDBDocumentClient, table: string): Promise<WatchlistRow[]> {
  return createWatchlistScan(dynamodb, table)((row) => row);
}
