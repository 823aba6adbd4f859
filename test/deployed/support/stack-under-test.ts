import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AttributeValue,
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, ListQueuesCommand } from '@aws-sdk/client-sqs';
import { DeleteParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { FakeApi } from '../../support/fake-api.ts';
import { deployment, dynamodb, invoke, outputs, sqs, ssm } from './aws.ts';

/** The deployed stack as its owner works with it: rows typed into the Watchlist, the key put, ticks by hand. */

export const validKey = 'a-valid-key';
export const keyParameter = '/chainbell/api-key';

/** An address that no other test uses. */
export function newAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** The API at the address that the stack was deployed with. */
export async function startApi(): Promise<FakeApi> {
  const api = new FakeApi(validKey);
  await api.listen(deployment.apiPort);
  return api;
}

/** What the console sends when a person types a row: text, unless they picked another type. */
export type TypedRow = Readonly<Record<string, string | AttributeValue>> & {
  readonly wallet: string;
  readonly chain: string;
};

const typed = (row: Readonly<Record<string, string | AttributeValue>>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? { S: value } : value]),
  );

export async function putRow(row: TypedRow): Promise<void> {
  await dynamodb.send(new PutItemCommand({ TableName: outputs.WatchlistTableName, Item: typed(row) }));
}

export async function deleteRow({ wallet, chain }: TypedRow): Promise<void> {
  await dynamodb.send(
    new DeleteItemCommand({ TableName: outputs.WatchlistTableName, Key: typed({ wallet, chain }) }),
  );
}

/** Leaves nothing to poll for the next file's tests. */
export async function clearWatchlist(): Promise<void> {
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: outputs.WatchlistTableName }));
  for (const { wallet, chain } of Items) {
    await deleteRow({ wallet: wallet?.S ?? '', chain: chain?.S ?? '' });
  }
}

export async function putKey(Value: string): Promise<void> {
  await ssm.send(
    new PutParameterCommand({ Name: keyParameter, Type: 'SecureString', Value, Overwrite: true }),
  );
}

export async function deleteKey(): Promise<void> {
  await ssm.send(new DeleteParameterCommand({ Name: keyParameter }));
}

/** One tick by hand, until every poll of it is done or given up. */
export async function tick(payload: unknown = {}): Promise<void> {
  await invoke(outputs.DispatchPollsFunctionName, payload);
  await pollsSettled();
}

/** Waits until nothing is in the queue of polls, waiting or in a worker's hands. */
export async function pollsSettled(patience = 70_000): Promise<void> {
  const { QueueUrls = [] } = await sqs.send(
    new ListQueuesCommand({ QueueNamePrefix: 'Chainbell-PollingPolls' }),
  );
  const [QueueUrl] = QueueUrls;
  const until = Date.now() + patience;
  for (;;) {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    const left = Object.entries(Attributes).filter(([name]) => name.startsWith('ApproximateNumberOf'));
    if (left.every(([, count]) => Number(count) === 0)) return;
    if (Date.now() > until) throw new Error(`polls are left in the queue: ${JSON.stringify(Attributes)}`);
    await sleep(100);
  }
}

/** A wallet's History, oldest first. */
export async function historyOf(wallet: string, chain: string): Promise<Record<string, AttributeValue>[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: outputs.HistoryTableName,
      KeyConditionExpression: 'watch = :watch',
      ExpressionAttributeValues: { ':watch': { S: `${wallet}#${chain}` } },
    }),
  );
  return Items;
}
