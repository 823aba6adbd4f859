import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unlessRaced } from '../../functions/dynamodb/conditional-write.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';

/** Adds one row. False where its wallet and chain have a row already: it stays as its owner left it. */
export async function addRow(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  row: WatchlistRow,
): Promise<boolean> {
  const put = new PutCommand({
    TableName: table,
    Item: row,
    ConditionExpression: 'attribute_not_exists(wallet)',
  });
  return (await unlessRaced(dynamodb.send(put))) !== null;
}

/** The rows with those first that were just added, in their order: a scan gives them in none. */
export function inOrderOf(added: readonly WatchlistRow[], rows: readonly WatchlistRow[]): WatchlistRow[] {
  const isSame = (one: WatchlistRow) => (other: WatchlistRow) =>
    one.wallet === other.wallet && one.chain === other.chain;
  const known = added.flatMap((row) => rows.find(isSame(row)) ?? []);
  return [...known, ...rows.filter((row) => !known.includes(row))];
}
