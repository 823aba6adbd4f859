import { BatchGetCommand, BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { eachAtATime, inBatches } from './batches.ts';
import type { Clock } from './clock.ts';
import type { Item, Table } from './table-items.ts';

/** A later try may succeed. `message` is a sentence. */
export class TableThrottled extends Error {
  override readonly name = 'TableThrottled';
}

const maxTries = 6;
const batchesAtATime = 8;

interface Retries {
  /** Names the unprocessed entries in the error: "state items unread". */
  readonly undone: string;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** Sends unprocessed entries, which `send` returns, again after 100, 200, 400, 800 and 1,600 ms. @throws TableThrottled */
async function sendAll<Entry>(
  batches: readonly Entry[][],
  send: (batch: Entry[]) => Promise<Entry[] | undefined>,
  { undone, clock }: Retries,
): Promise<void> {
  await eachAtATime(batchesAtATime, batches, async (batch) => {
    let pending = batch;
    for (let tries = 0; pending.length > 0; tries += 1) {
      if (tries === maxTries) throw new TableThrottled(`DynamoDB left ${undone}: its table is throttled.`);
      if (tries > 0) await clock.sleep(50 * 2 ** tries);
      pending = (await send(pending).catch((error: unknown) => unprocessed(error, pending))) ?? [];
    }
  });
}

const throttles = /^(ThrottlingException|ProvisionedThroughputExceededException|RequestLimitExceeded)$/;

/** DynamoDB throws if it throttles every entry of a batch. @throws any other error */
function unprocessed<Entry>(error: unknown, batch: Entry[]): Entry[] {
  if (error instanceof Error && throttles.test(error.name)) return batch;
  throw error;
}

/** The items of these keys, in any order. @param request a projection, or `ConsistentRead` */
export async function readBatches(
  { dynamodb, TableName }: Table,
  keys: readonly Item[],
  retries: Retries,
  request: object = {},
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const send = async (Keys: Item[]) => {
    const RequestItems = { [TableName]: { ...request, Keys } };
    const reply = await dynamodb.send(new BatchGetCommand({ RequestItems }));
    items.push(...(reply.Responses?.[TableName] ?? []));
    return reply.UnprocessedKeys?.[TableName]?.Keys;
  };
  await sendAll(inBatches(keys, 100), send, retries);
  return items;
}

type TableWrite = NonNullable<NonNullable<BatchWriteCommand['input']['RequestItems']>[string]>[number];

const itemOf = ({ PutRequest, DeleteRequest }: TableWrite): Item =>
  PutRequest?.Item ?? DeleteRequest?.Key ?? {};

/** Compares text attributes: two items of a batch differ in their keys, which are texts. */
function hasTextsOf(item: Item, other: Item): boolean {
  return Object.entries(item).every(([name, value]) => typeof value !== 'string' || other[name] === value);
}

export type BatchWriter = ReturnType<typeof batchWriter>;

export function batchWriter({ dynamodb, TableName }: Table, clock: Pick<Clock, 'sleep'>, undone: string) {
  const send = async (batch: TableWrite[]) => {
    const reply = await dynamodb.send(new BatchWriteCommand({ RequestItems: { [TableName]: batch } }));
    const unwritten = reply.UnprocessedItems?.[TableName] ?? [];
    // The writes as they were sent: the reply's items may hold numbers as texts.
    return batch.filter((write) => unwritten.some((other) => hasTextsOf(itemOf(write), itemOf(other))));
  };
  const write = (writes: readonly TableWrite[]) => sendAll(inBatches(writes, 25), send, { undone, clock });
  return {
    put: (items: readonly Item[]) => write(items.map((Item) => ({ PutRequest: { Item } }))),
    remove: (keys: readonly Item[]) => write(keys.map((Key) => ({ DeleteRequest: { Key } }))),
  };
}
