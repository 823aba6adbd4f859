import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { usdc } from '../../lib/simulated-api/simulated-transfer.ts';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, putRow, deleteRow, tick, clearWatchlist } = stack;
const { api, operations, watched, receive, alertOf, alertsOf, pollsOf } = await setScene();

beforeEach(() => clearWatchlist());

const about = (wallet: string) => operations.all((message) => message.wallet === wallet);
const checksum = (address: string) => checksumAddress(parseAddress(address));
const upper = (address: string) => `0x${address.slice(2).toUpperCase()}`;

const usdt = {
  address: '0xdac17f958d2ee523a2206206994597c13d831ec7',
  name: 'Tether USD',
  symbol: 'USDT',
  decimals: 6,
};
const dai = {
  address: '0x6b175474e89094c44da98b954eedeac495271d0f',
  name: 'Dai Stablecoin',
  symbol: 'DAI',
  decimals: 18,
};
const unflagged = { address: newAddress(), name: 'Plain', symbol: 'PLN', decimals: null, verified: false };

/** What was reported of a wallet, by symbol and amount. */
const toldTo = async (wallet: string) =>
  (await alertsOf(wallet)).map(({ transfer }) => `${transfer.token.symbol} ${transfer.amount ?? '?'}`);

describe('what a row asks for', () => {
  it('tokens: as a string set, a list or one text, in any letter case', async () => {
    const set = await watched({ tokens: { SS: [upper(usdc.address), checksum(usdt.address)] } });
    const list = await watched({ tokens: { L: [{ S: usdc.address }, { S: upper(usdt.address) }] } });
    const text = await watched({ tokens: ` ${checksum(usdc.address)}, ${usdt.address} ` });
    for (const wallet of [set, list, text]) {
      for (const token of [usdc, usdt, dai]) receive(wallet, { token, value: 10n ** 18n });
    }
    await tick();
    const two = ['USDC 1000000000000', 'USDT 1000000000000'];
    expect([await toldTo(set), await toldTo(list), await toldTo(text)]).toEqual([two, two, two]);
  });

  it('an amount at the least: a number, its text, or one for each token; unknown decimals pass', async () => {
    const number = await watched({ minAmount: { N: '0.5' } });
    const text = await watched({ minAmount: ' 0.5 ' });
    const map = await watched({ minAmount: { M: { [upper(usdc.address)]: { N: '0.5' } } } });
    const json = await watched({ minAmount: JSON.stringify({ [usdc.address]: 0.5 }) });
    for (const wallet of [number, text, map, json]) {
      receive(wallet, { value: 499_999n });
      receive(wallet, { value: 500_000n });
      receive(wallet, { value: 499_999n, token: usdt });
      receive(wallet, { value: 1n, token: unflagged });
    }
    await tick();
    const everyToken = ['USDC 0.5', 'PLN ?'];
    const usdcOnly = ['USDC 0.5', 'USDT 0.499999', 'PLN ?'];
    expect([await toldTo(number), await toldTo(text)]).toEqual([everyToken, everyToken]);
    expect([await toldTo(map), await toldTo(json)]).toEqual([usdcOnly, usdcOnly]);
  });
});

describe("a row that can't be understood", () => {
  it('is reported once, by its keys and the attribute at fault, and stops no other wallet', async () => {
    const [bad, good] = [newAddress(), newAddress()];
    await putRow({ wallet: bad, chain: 'eth', minAmount: 'lots' });
    await putRow({ wallet: good, chain: 'eth' });
    await tick();
    await tick();
    expect(pollsOf(good)).not.toEqual([]);
    await operations.first(({ wallet }) => wallet === bad);
    expect(await about(bad)).toEqual([
      {
        version: 1,
        type: 'row.unreadable',
        state: 'began',
        wallet: bad,
        chain: 'eth',
        reason: expect.stringContaining('minAmount'),
        whatToDo: expect.stringContaining('minAmount'),
        at: expect.any(String),
      },
    ]);
    expect(pollsOf(bad)).toEqual([]);
  });
});

describe('a wallet whose polls fail', () => {
  it('is reported by name once it begins and once it is over, and holds up no other', async () => {
    const [bad, good] = [await watched(), await watched()];
    api.faultFor = ({ wallet }) => (wallet === bad ? { status: 400, body: { message: 'No.' } } : null);
    const lost = receive(bad);
    const row = receive(good);
    try {
      await tick();
      await alertOf(row);
      await tick();
    } finally {
      api.faultFor = () => null;
    }
    await tick();
    await alertOf(lost);
    expect(await about(bad)).toMatchObject([
      { type: 'wallet.failing', state: 'began', chain: 'eth' },
      { type: 'wallet.failing', state: 'ended', chain: 'eth' },
    ]);
    expect(await about(good)).toEqual([]);
  });
});

describe('a row that is deleted', () => {
  it('ends the watch; its state expires from the daily check on, unless the row comes back', async () => {
    const row = { wallet: newAddress(), chain: 'eth' };
    const expiry = async () => {
      const Key = { wallet: { S: row.wallet }, chain: { S: '0x1' } };
      const { Item } = await aws.dynamodb.send(
        new GetItemCommand({ TableName: outputs.StateTableName, Key }),
      );
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
});
