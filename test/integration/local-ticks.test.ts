import { afterAll, beforeAll, expect, it } from 'vitest';
import { localFunctions } from '../../lib/local/lambda/functions.ts';
import { commandsOf, putRow, tickOf, useEmbeddedAws } from '../support/embedded.ts';
import { FakeApi } from '../support/fakes/fake-api.ts';
import { testKey } from '../support/test-key.ts';

const wallet = `0x${'5'.repeat(40)}`;
const embedded = useEmbeddedAws();
const api = new FakeApi(testKey);
/** Hidden and filtered transfers, as the local run hears of them. */
const hidden: string[] = [];
let tick: () => Promise<void>;
beforeAll(async () => {
  const { aws } = embedded;
  const access = { baseUrl: await api.listen(), coinBaseUrl: '', key: testKey };
  const functions = localFunctions(aws, access, {
    hidden: ({ alert, kind, filter = '' }) =>
      hidden.push(
        `${kind} ${'transfer' in alert ? alert.transfer.transactionHash : alert.type} ${filter}`.trim(),
      ),
  });
  tick = () => tickOf(functions, aws);
  await putRow(aws, { wallet, chain: 'eth', minAmount: '3' });
  await tick();
  await tick(); // dispatch learns that the wallet has begun
});
afterAll(() => api.close());

// A tick that crosses one of the plan's seconds takes two turns.
it('an idle tick makes one GET for the wallet, three reads of State, and one write for its turn', {
  retry: 2,
}, async () => {
  api.calls = [];
  const commands = await commandsOf(embedded.aws, tick);
  expect(api.calls).toHaveLength(1);
  expect(commands.toSorted()).toEqual([
    'BatchGetItemCommand', // the states of the whole batch
    'GetItemCommand', // whether a bulk import has to be summed up
    'QueryCommand', // the open problems
    'ScanCommand', // the Watchlist
    'UpdateItemCommand', // the turn within the plan's calls a second
  ]);
});

it('the local run hears once of a hidden or filtered transfer, and not of a published one', async () => {
  const sent = { chain: 'eth', from: `0x${'7'.repeat(40)}`, to: wallet };
  const lure = { name: 'Visit claim-usdc.example to claim', symbol: 'CLAIM', verified: false };
  const token = { address: `0x${'6'.repeat(40)}`, ...lure };
  const spam = api.mine({ ...sent, value: 10n ** 24n, token, possibleSpam: true });
  api.mine({ ...sent, value: 12_500_000n });
  const small = api.mine({ ...sent, value: 2_500_000n });
  await tick();
  await tick();
  expect(hidden).toEqual([
    `hidden ${spam.wire.transaction_hash}`,
    `filtered ${small.wire.transaction_hash} less than minAmount (3)`,
  ]);
});
