import { once } from 'node:events';
import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { loopbackAccount } from '../../local-engines.ts';
import { listenOnLoopback } from '../../loopback-guard.ts';
import { type TableKeys, type TableName, tableKeys } from '../../table-keys.ts';

export type EmbeddedDynamoDB = Awaited<ReturnType<typeof startEmbeddedDynamoDB>>;

const tableNames = {
  watchlist: 'Watchlist',
  state: 'State',
  history: 'History',
  contacts: 'Contacts',
} as const satisfies Record<TableName, string>;

/** Dynalite with a stack's tables on a free port: in memory, or in the LevelDB store at `path`, which keeps items. */
export async function startEmbeddedDynamoDB(path?: string) {
  const server = dynalite({ createTableMs: 0, ...(path === undefined ? {} : { path }) });
  // Dynalite itself lets every web page in (CORS `*`).
  const dynamodbEndpoint = await listenOnLoopback(server);
  const dynamodb = new DynamoDBClient({ endpoint: dynamodbEndpoint, ...loopbackAccount });
  for (const name of ['watchlist', 'state', 'history', 'contacts'] as const) {
    await makeTable(dynamodb, tableNames[name], tableKeys[name]);
  }
  return {
    dynamodbEndpoint,
    dynamodb,
    tables: tableNames,
    async stop() {
      dynamodb.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export async function makeTable(dynamodb: DynamoDBClient, name: string, keys: TableKeys): Promise<void> {
  const { partition, sort } = keys;
  const names = [partition, ...(sort === undefined ? [] : [sort])];
  const create = new CreateTableCommand({
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: names.map((key) => ({ AttributeName: key, AttributeType: 'S' })),
    KeySchema: names.map((key) => ({ AttributeName: key, KeyType: key === partition ? 'HASH' : 'RANGE' })),
  });
  await dynamodb.send(create).catch((error: unknown) => {
    if (!(error instanceof ResourceInUseException)) throw error;
  });
  // It exists a moment after the answer.
  await waitUntilTableExists(
    { client: dynamodb, maxWaitTime: 30, minDelay: 0.01, maxDelay: 0.1 },
    { TableName: name },
  );
}
