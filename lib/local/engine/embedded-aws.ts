import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import dynalite from 'dynalite';
import { buildApp } from 'fauxqs';
import { loopbackAccount } from '../../local-engines.ts';
import { listenOnLoopback, refuseBrowsers } from '../../loopback-guard.ts';
import { type TableKeys, tableKeys } from '../../table-keys.ts';
import { tablesFolder } from '../data-dir.ts';

const tables = { watchlist: 'Watchlist', state: 'State', history: 'History', contacts: 'Contacts' };

/** Dynalite with a stack's tables on a free port: in memory, or in the LevelDB store at `path`, which keeps items. */
async function startEmbeddedDynamoDB(path?: string) {
  const server = dynalite({ createTableMs: 0, ...(path === undefined ? {} : { path }) });
  // Without this guard dynalite answers every web page (CORS `*`).
  const dynamodbEndpoint = await listenOnLoopback(server);
  const dynamodb = new DynamoDBClient({ endpoint: dynamodbEndpoint, ...loopbackAccount });
  for (const name of ['watchlist', 'state', 'history', 'contacts'] as const) {
    await makeTable(dynamodb, tables[name], tableKeys[name]);
  }
  return {
    dynamodbEndpoint,
    dynamodb,
    tables,
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
  // A table exists only a moment after the answer.
  await waitUntilTableExists(
    { client: dynamodb, maxWaitTime: 30, minDelay: 0.01, maxDelay: 0.1 },
    { TableName: name },
  );
}

export type EmbeddedMessaging = Awaited<ReturnType<typeof startEmbeddedMessaging>>;

const account = '000000000000';
const arnOf = (service: 'sns' | 'sqs', name: string) => `arn:aws:${service}:us-east-1:${account}:${name}`;

/**
 * Fauxqs in memory, with the functions' queues, and the topics with a subscribed queue each. Its own `startFauxqs` would
 * listen on every interface.
 */
export async function startEmbeddedMessaging() {
  const app = buildApp({ logger: false, defaultRegion: loopbackAccount.region });
  refuseBrowsers(app.server);
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const sns = new SNSClient({ endpoint, ...loopbackAccount });
  const sqs = new SQSClient({ endpoint, useQueueUrlAsEndpoint: false, ...loopbackAccount });

  /** Returns its URL. */
  const makeQueue = async (name: string): Promise<string> => {
    // Longer than a poll can take, so that no message is polled twice at once.
    await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: { VisibilityTimeout: '120' } }));
    return `${endpoint}/${account}/${name}`;
  };
  const subscribe = async (topic: string, queue: string): Promise<string> => {
    const url = await makeQueue(queue);
    const TopicArn = arnOf('sns', topic);
    await sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint: arnOf('sqs', queue) }));
    return url;
  };
  const makeTopic = async (name: string): Promise<string> => {
    await sns.send(new CreateTopicCommand({ Name: name }));
    return subscribe(name, name);
  };
  return {
    messagingEndpoint: endpoint,
    sns,
    sqs,
    alertsTopicArn: arnOf('sns', 'alerts'),
    opsTopicArn: arnOf('sns', 'operations'),
    pollsQueueUrl: await makeQueue('polls'),
    wakeUpsQueueUrl: await makeQueue('wake-ups'),
    alertsQueueUrl: await makeTopic('alerts'),
    opsQueueUrl: await makeTopic('operations'),
    makeQueue,
    /** Makes a queue that gets the alerts too; returns its URL. */
    subscribeQueue: (name: string) => subscribe('alerts', name),
    async stop() {
      sns.destroy();
      sqs.destroy();
      await app.close();
    },
  };
}

/** Reachable from this machine only. */
export type EmbeddedAws = Awaited<ReturnType<typeof startEmbeddedAws>>;

/** Empty tables, topics and queues of a stack. `dataDir` keeps the tables; queues end with the process, and a tick refills them. */
export async function startEmbeddedAws({ dataDir }: { dataDir?: string } = {}) {
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true });
  const database = await startEmbeddedDynamoDB(dataDir && join(dataDir, tablesFolder));
  const messaging = await startEmbeddedMessaging();
  const stop = async () => {
    await Promise.all([messaging.stop(), database.stop()]);
  };
  return { ...database, ...messaging, stop };
}
