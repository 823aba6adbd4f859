import { CreateTableCommand, type DynamoDBClient, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import { type TableKeys, tableKeys } from '../../table-keys.ts';

/** Names of the embedded tables. */
export const tableNames = { watchlist: 'Watchlist', state: 'State', history: 'History' } as const;

/** Makes the three tables; those that a data directory already holds are kept with their items. */
export async function makeTables(dynamodb: DynamoDBClient): Promise<void> {
  await Promise.all([
    makeTable(dynamodb, tableNames.watchlist, tableKeys.watchlist),
    makeTable(dynamodb, tableNames.state, tableKeys.state),
    makeTable(dynamodb, tableNames.history, tableKeys.history),
  ]);
}

async function makeTable(dynamodb: DynamoDBClient, name: string, keys: TableKeys): Promise<void> {
  try {
    await dynamodb.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: keys.partition, AttributeType: 'S' },
          { AttributeName: keys.sort, AttributeType: 'S' },
        ],
        KeySchema: [
          { AttributeName: keys.partition, KeyType: 'HASH' },
          { AttributeName: keys.sort, KeyType: 'RANGE' },
        ],
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}
