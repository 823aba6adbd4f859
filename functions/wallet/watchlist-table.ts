import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { WatchlistRow } from './watchlist-row.ts';

const row = z.looseObject({ wallet: z.string(), chain: z.string() });

/** Every row of the Watchlist as typed, numbers as their digits. */
export async function scanWatchlist(
  dynamodb: DynamoDBDocumentClient,
  tableName: string,
): Promise<WatchlistRow[]> {
  const rows: WatchlistRow[] = [];
  for await (const page of paginateScan({ client: dynamodb }, { TableName: tableName })) {
    rows.push(...(page.Items ?? []).map((item) => row.parse(item)));
  }
  return rows;
}
