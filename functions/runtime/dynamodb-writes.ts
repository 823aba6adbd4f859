import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Milliseconds } from '../chain/units.ts';
import { eachAtATime, inBatches } from './batches.ts';
import type { Clock } from './clock.ts';

/** Null: the condition failed, because another worker or a person wrote first. */
export async function ifVersionMatches<Reply>(write: Promise<Reply>): Promise<Reply | null> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}

const maxTries = 6;

type SendBatch<Entry> = (batch: Entry[]) => Promise<Entry[] | undefined>;

/**
 * Sends unprocessed entries again after 100, 200, 400, 800 and 1,600 ms.
 * @param atATime maximum of parallel batches; default 1
 * @param left names the unprocessed ones in the error: "state items unread"
 * @throws Error after six tries, because the table is throttled
 */
export async function retryUnprocessed<Entry>(
  entries: readonly Entry[],
  send: SendBatch<Entry>,
  {
    perBatch,
    atATime = 1,
    left,
    sleep,
  }: {
    readonly perBatch: number;
    readonly atATime?: number;
    readonly left: string;
    readonly sleep: (milliseconds: Milliseconds) => Promise<void>;
  },
): Promise<void> {
  const batches = inBatches(entries, perBatch);
  await eachAtATime(atATime, batches, async (batch) => {
    let pending = batch;
    for (let tries = 0; pending.length > 0; tries += 1) {
      if (tries === maxTries) throw new Error(`DynamoDB left ${left}: its table is throttled.`);
      if (tries > 0) await sleep(50 * 2 ** tries);
      pending = (await send(pending)) ?? [];
    }
  });
}

type TableWrite = NonNullable<NonNullable<BatchWriteCommand['input']['RequestItems']>[string]>[number];
type Item = Readonly<Record<string, unknown>>;

const writesPerBatch = 25;
const batchesAtATime = 8;

export interface BatchWriter {
  put(items: readonly Item[]): Promise<void>;
  remove(keys: readonly Item[]): Promise<void>;
}

/** @param left names the unprocessed items in the error: "History rows unwritten" */
export function batchWriter(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  clock: Pick<Clock, 'sleep'>,
  left: string,
): BatchWriter {
  const send = async (batch: TableWrite[]) => {
    const reply = await dynamodb.send(new BatchWriteCommand({ RequestItems: { [TableName]: batch } }));
    return reply.UnprocessedItems?.[TableName];
  };
  const sleep = (milliseconds: Milliseconds) => clock.sleep(milliseconds);
  const write = (writes: readonly TableWrite[]) =>
    retryUnprocessed(writes, send, { perBatch: writesPerBatch, atATime: batchesAtATime, left, sleep });
  return {
    put: (items) => write(items.map((Item) => ({ PutRequest: { Item } }))),
    remove: (keys) => write(keys.map((Key) => ({ DeleteRequest: { Key } }))),
  };
}
