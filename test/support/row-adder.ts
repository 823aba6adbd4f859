import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ifVersionMatches } from '../../functions/runtime/dynamodb-writes.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';

/** False where the row exists: it stays as its owner left it. */
export function rowAdder(dynamodb: DynamoDBDocumentClient, table: string) {
  return async (row: WatchlistRow): Promise<boolean> => {
    const put = { TableName: table, Item: row, ConditionExpression: 'attribute_not_exists(wallet)' };
    return (await ifVersionMatches(dynamodb.send(new PutCommand(put)))) !== null;
  };
}
