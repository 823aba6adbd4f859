import { BatchGetCommand, BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { eachAtATime, inBatches } from './batches.ts';
import type { Clock } from './clock.ts';
import type { Table } from './table-items.ts';

/** A later try may succeed. `message` is a sentence. */
export class TableThrottled extends Error {
  override readonly name = 'TableThrottled';
}

const maxTries = 6;

interface Batches {
  readonly perBatch: number;
  readonly atATime: number;
  /** Names the unprocessed entries in the error: "state items unread". */
  readonly left: string;
  readonly clock: Pick<Clock, 'sleep'>;
}

/**
 * Sends unprocessed entries again after 100, 200, 400, 800 and 1,600 ms.
 * @throws TableThrottled after six tries
 */
export async function retryUnprocessed<Entry>(
  entries: readonly Entry[],
  send: (batch: Entry[]) => Promise<Entry[] | undefined>,
  { perBatch, atATime, left, clock }: Batches,
): Promise<void> {
  const batches = inBatches(entries, perBatch);
  await eachAtATime(atATime, batches, async (batch) => {
    let pending = batch;
    for (let tries = 0; pending.length > 0; tries += 1) {
      if (tries === maxTries) throw new TableThrottled(`DynamoDB left ${left}: its table is throttled.`);
      if (tries > 0) await clock.sleep(50 * 2 ** tries);
      pending = (await send(pending)) ?? [];
    }
  });
}

/** The items of these keys, in any order. @param request how: a projection, or consistently */
export async function readBatches(
  { dynamodb, TableName }: Table,
  keys: readonly Item[],
  { left, clock }: Pick<Batches, 'left' | 'clock'>,
  request: object = {},
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const send = async (Keys: Item[]) => {
    const RequestItems = { [TableName]: { ...request, Keys } };
    const reply = await dynamodb.send(new BatchGetCommand({ RequestItems }));
    items.push(...(reply.Responses?.[TableName] ?? []));
    return reply.UnprocessedKeys?.[TableName]?.Keys;
  };
  await retryUnprocessed(keys, send, { perBatch: 100, atATime: batchesAtATime, left, clock });
  return items;
}

type TableWrite = NonNullable<NonNullable<BatchWriteCommand['input']['RequestItems']>[string]>[number];
type Item = Readonly<Record<string, unknown>>;

const writesPerBatch = 25;
const batchesAtATime = 8;

export type BatchWriter = ReturnType<typeof batchWriter>;

/** @param left names the unprocessed items in the error: "History rows unwritten" */
export function batchWriter({ dynamodb, TableName }: Table, clock: Pick<Clock, 'sleep'>, left: string) {
  const send = async (batch: TableWrite[]) => {
    const reply = await dynamodb.send(new BatchWriteCommand({ RequestItems: { [TableName]: batch } }));
    return reply.UnprocessedItems?.[TableName];
  };
  const write = (writes: readonly TableWrite[]) =>
    retryUnprocessed(writes, send, { perBatch: writesPerBatch, atATime: batchesAtATime, left, clock });
  return {
    put: (items: readonly Item[]) => write(items.map((Item) => ({ PutRequest: { Item } }))),
    remove: (keys: readonly Item[]) => write(keys.map((Key) => ({ DeleteRequest: { Key } }))),
  };
}
