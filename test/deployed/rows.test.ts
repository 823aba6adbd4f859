import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, putRow, deleteRow, tick } = stack;
const { api, pollsOf } = await setScene();

it('a row that is deleted ends the watch; its state expires from the daily check on, unless the row comes back', async () => {
  const row = { wallet: newAddress(), chain: 'eth' };
  const expiry = async () => {
    const Key = { wallet: { S: row.wallet }, chain: { S: '0x1' } };
    const { Item } = await aws.dynamodb.send(new GetItemCommand({ TableName: outputs.StateTableName, Key }));
    expect(Item).toBeDefined();
    return Item?.expiresAt?.N;
  };
  const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0)).toISOString();
  await putRow(row);
  await tick();
  expect(await expiry()).toBeUndefined();
  await deleteRow(row);
  api.calls = [];
  await tick({ time: midnight });
  expect(pollsOf(row.wallet)).toEqual([]);
  expect(Number(await expiry())).toBeGreaterThan(Date.now() / 1_000 + 86_400);
  await putRow(row);
  await tick({ time: midnight });
  expect(await expiry()).toBeUndefined();
});
