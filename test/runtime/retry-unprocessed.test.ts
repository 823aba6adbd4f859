import { Readable } from 'node:stream';
import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';
import { beforeEach, expect, it } from 'vitest';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { batchWriter } from '../../functions/runtime/table-batches.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';

let table: LaggingTable;
let slept: number[];
beforeEach(() => {
  table = new LaggingTable();
  slept = [];
});

function put(count: number): Promise<void> {
  const clock = { sleep: async (ms: number) => void slept.push(ms) };
  const items = Array.from({ length: count }, (_, n) => ({ wallet: String(n), chain: 'eth' }));
  return batchWriter(table.opened, clock, 'items unwritten').put(items);
}

it('items are written in batches of 25 without a wait; unprocessed ones are repeated after a wait', async () => {
  await put(30);
  expect([table.batches, slept]).toEqual([[25, 5], []]);
  table.perBatch = 20;
  await put(25);
  expect([table.batches.slice(2), slept]).toEqual([[25, 5], [100]]);
});

it.each([ThrottlingException, ProvisionedThroughputExceededException, RequestLimitExceeded])(
  'items are given up after six tries, with a doubled wait before each: %o',
  async (Throttled) => {
    table.perBatch = 0;
    table.Throttled = Throttled;
    await expect(put(1)).rejects.toThrow('DynamoDB left items unwritten: its table is throttled.');
    expect(table.batches).toHaveLength(6);
    expect(slept).toEqual([100, 200, 400, 800, 1_600]);
  },
);

it('unprocessed items are repeated as they were sent, by a client that reads numbers as texts too', async () => {
  const bodies: { readonly RequestItems: object }[] = [];
  const handle = async ({ body }: { readonly body: Uint8Array }) => {
    const sent = JSON.parse(Buffer.from(body).toString());
    bodies.push(sent);
    const reply = { UnprocessedItems: bodies.length === 1 ? sent.RequestItems : {} };
    return { response: { statusCode: 200, headers: {}, body: Readable.from([JSON.stringify(reply)]) } };
  };
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const requestHandler = { handle } as unknown as NonNullable<DynamoDBClientConfig['requestHandler']>;
  const client = new DynamoDBClient({ region: 'us-east-1', credentials, requestHandler });
  const written = tableItems(documentClient(client), 'table');
  const items = [
    { wallet: '1', chain: 'eth', expiresAt: 7 },
    { wallet: '2', chain: 'eth', expiresAt: 8 },
  ];
  await batchWriter(written, { sleep: async () => {} }, 'items unwritten').put(items);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]?.RequestItems).toEqual(bodies[0]?.RequestItems);
});

it('a batch that fails for another reason than throttling rejects at once', async () => {
  table.client.send = () => Promise.reject(new Error('no such table'));
  await expect(put(1)).rejects.toThrow('no such table');
  expect(slept).toEqual([]);
});

it('a write that fails for another reason than its condition rejects', async () => {
  const send = () => Promise.reject(new Error('throttled'));
  const { put: write } = tableItems(Object.assign(Object.create(table.client), { send }), table.name);
  await expect(write({ wallet: '1', chain: 'eth' })).rejects.toThrow('throttled');
});
