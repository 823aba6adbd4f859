import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coinTypeHash } from '../../functions/api/coins.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { localFunctions } from '../../lib/local/lambda/functions.ts';
import { expectValidAlert } from '../support/alert-schema.ts';
import {
  commandsOf,
  putRow,
  takeAlerts,
  takeOperations,
  tickOf,
  useEmbeddedAws,
} from '../support/embedded.ts';
import { FakeApi } from '../support/fakes/fake-api.ts';
import type { MinedTransfer } from '../support/fakes/simulated-chain.ts';
import { testKey } from '../support/test-key.ts';

const stranger = `0x${'7'.repeat(40)}`;
const embedded = useEmbeddedAws();
const api = new FakeApi(testKey);
let baseUrl: string;
let functions: ReturnType<typeof localFunctions>;
let walletNumber = 0;
let wallet: string;

const coinType = '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa::asset::USDC';

beforeAll(async () => {
  api.addCoin({
    coin_type: coinType,
    coin_type_hash: coinTypeHash(coinType),
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
  });
  baseUrl = await api.listen();
  const access = { baseUrl, coinBaseUrl: baseUrl, key: testKey };
  functions = localFunctions(embedded.aws, access, { callsPerSecond: 1_000 });
});
afterAll(() => api.close());
beforeEach(async () => {
  walletNumber += 1;
  wallet = `0x${String(walletNumber).padStart(40, 'a')}`;
  api.calls = [];
  await takeAlerts(embedded.aws);
  const dynamodb = documentClient(embedded.aws.dynamodb);
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: embedded.aws.tables.watchlist }));
  for (const { wallet: old, chain } of Items) await put({ wallet: old, chain, paused: true });
});

const receive = (value: bigint, rest: Partial<MinedTransfer> = {}) =>
  api.mine({ chain: 'eth', from: stranger, to: wallet, value, ...rest });
const put = (row: Record<string, unknown>) => putRow(embedded.aws, row);
const tick = () => tickOf(functions, embedded.aws);

async function alerts() {
  const published = await takeAlerts(embedded.aws);
  for (const { json } of published) expectValidAlert(json);
  return published.map(({ json }) => json as Record<string, unknown>);
}

describe('a row of the Watchlist', () => {
  it('begins without alerts of transfers, and then reports each new transfer once', async () => {
    await put({ wallet, chain: 'eth', label: 'Treasury' });
    receive(1n, { minedAt: new Date(Date.now() - 600_000) });
    await tick();
    expect(await alerts()).toMatchObject([{ type: 'wallet.watching', wallet: { label: 'Treasury' } }]);
    receive(12_500_000n);
    await tick();
    await tick();
    expect(await alerts()).toMatchObject([
      { type: 'transfer.received', transfer: { amount: '12.5', value: '12500000' } },
    ]);
  });

  it('an idle tick makes one GET for the wallet, three reads of State, and one write for its turn', async () => {
    await put({ wallet, chain: 'eth' });
    await tick();
    await tick(); // dispatch learns that the wallet has begun
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

  it('is reported once if it is unreadable, and again when it is mended; other rows are polled', async () => {
    await put({ wallet, chain: 'eth', direction: 'sideways' });
    const good = wallet.replace('a', 'c');
    await put({ wallet: good, chain: 'eth' });
    await tick();
    await tick();
    expect((await alerts()).map(({ wallet: told }) => told)).toMatchObject([{ address: good }]);
    await put({ wallet, chain: 'eth' });
    await tick();
    const operations = (await takeOperations(embedded.aws)).map(({ json }) => json);
    const row = { type: 'row.unreadable', wallet, chain: 'eth' };
    expect(operations).toMatchObject([
      { ...row, state: 'began', reason: expect.stringContaining('direction') },
      { ...row, state: 'ended' },
    ]);
  });

  it('has in its alert the coin that stands for the token', async () => {
    await put({ wallet, chain: 'eth' });
    await tick();
    await alerts();
    receive(5n, { token: { name: null, symbol: null, decimals: null } });
    await tick();
    expect(await alerts()).toMatchObject([
      {
        transfer: { amount: '0.000005', token: { symbol: 'USDC', decimals: 6 } },
        coin: { coinType, decimals: 6 },
      },
    ]);
  });

  it('guarantee 1: continues from the stored block after a pause', async () => {
    await put({ wallet, chain: 'eth' });
    await tick();
    await put({ wallet, chain: 'eth', paused: 'yes' });
    receive(3n);
    await tick();
    expect((await alerts()).map(({ type }) => type)).toEqual(['wallet.watching']);
    await put({ wallet, chain: 'eth', paused: false });
    await tick();
    expect(await alerts()).toMatchObject([{ transfer: { value: '3' } }]);
  });
});
