import { afterAll, expect, it } from 'vitest';
import { localFunctions } from '../../lib/local/lambda/functions.ts';
import { commandsOf, putRow, tickOf, useEmbeddedAws } from '../support/embedded.ts';
import { FakeApi } from '../support/fakes/fake-api.ts';
import { testKey } from '../support/test-key.ts';

const embedded = useEmbeddedAws();
const api = new FakeApi(testKey);
afterAll(() => api.close());

it('an idle tick makes one GET for the wallet, three reads of State, and one write for its turn', async () => {
  const { aws } = embedded;
  const functions = localFunctions(aws, { baseUrl: await api.listen(), coinBaseUrl: '', key: testKey });
  await putRow(aws, { wallet: `0x${'a'.repeat(40)}`, chain: 'eth' });
  const tick = () => tickOf(functions, aws);
  await tick();
  await tick(); // dispatch learns that the wallet has begun
  api.calls = [];
  const commands = await commandsOf(aws, tick);
  expect(api.calls).toHaveLength(1);
  expect(commands.toSorted()).toEqual([
    'BatchGetItemCommand', // the states of the whole batch
    'GetItemCommand', // whether a bulk import has to be summed up
    'QueryCommand', // the open problems
    'ScanCommand', // the Watchlist
    'UpdateItemCommand', // the turn within the plan's calls a second
  ]);
});
