import { once } from 'node:events';
import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { listenOnLoopback } from '../../listen-on-loopback.ts';
import { loopbackAccount } from '../../local-engines.ts';
import { type TableKeys, type TableName, tableKeys } from '../../table-keys.ts';

/** A DynamoDB of this process. */
export interface EmbeddedDynamoDB {
  /** For the AWS CLI: `aws --endpoint-url … dynamodb put-item`. */
  readonly dynamodbEndpoint: string;
  readonly dynamodb: DynamoDBClient;
  readonly tables: typeof tableNames;
  stop(): Promise<void>;
}

const tableNames = {
  watchlist: 'Watchlist',
  state: 'State',
  history: 'History',
  contacts: 'Contacts',
} as const satisfies Record<TableName, string>;

/**
 * Starts dynalite with the tables of a stack on a free port of 127.0.0.1: in memory, or in the LevelDB store at `path`,
 * where tables of an earlier run are kept with their items.
 */
export async function startEmbeddedDynamoDB(path?: string): Promise<EmbeddedDynamoDB> {
  const server = dynalite({ createTableMs: 0, ...(path === undefined ? {} : { path }) });
  // It would allow every web page (CORS `*`) to read and write: listenOnLoopback lets none in.
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

/** An empty table of one of our own. */
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
  // It is there a moment after the answer, on a busy machine after the first write.
  await waitUntilTableExists(
    { client: dynamodb, maxWaitTime: 30, minDelay: 0.01, maxDelay: 0.1 },
    { TableName: name },
  );
}
