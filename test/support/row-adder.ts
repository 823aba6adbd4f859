import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tableItems } from '../../functions/runtime/table-items.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';

/** False where the row exists: it stays as its owner left it. */
export function rowAdder(dynamodb: DynamoDBDocumentClient, table: string) {
  const { put } = tableItems(dynamodb, table);
  return (row: WatchlistRow): Promise<boolean> => put(row, { if: 'attribute_not_exists(wallet)' });
}
