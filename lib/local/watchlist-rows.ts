import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ifVersionMatches } from '../../functions/runtime/conditional-write.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { tableNames } from './engine/tables.ts';

/** Adds rows to the Watchlist; one that is there already stays as its owner left it. */
export async function addRows(
  dynamodb: DynamoDBDocumentClient,
  rows: readonly WatchlistRow[],
): Promise<void> {
  for (const row of rows) await addRow(dynamodb, row);
}

/** Adds one row. False where its wallet and chain have a row already: nothing is changed then. */
export async function addRow(dynamodb: DynamoDBDocumentClient, row: WatchlistRow): Promise<boolean> {
  const put = new PutCommand({
    TableName: tableNames.watchlist,
    Item: row,
    ConditionExpression: 'attribute_not_exists(wallet)',
  });
  return (await ifVersionMatches(dynamodb.send(put))) !== null;
}

/** The rows with those first that were just added, in their order: a scan gives them in none. */
export function inOrderOf(added: readonly WatchlistRow[], rows: readonly WatchlistRow[]): WatchlistRow[] {
  const isSame = (one: WatchlistRow) => (other: WatchlistRow) =>
    one.wallet === other.wallet && one.chain === other.chain;
  const known = added.flatMap((row) => rows.find(isSame(row)) ?? []);
  return [...known, ...rows.filter((row) => !known.includes(row))];
}
