import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, putRow, deleteRow, tick } = stack;
const { api, alerts, operations, receive, alertOf, alertsOf, pollsOf } = await setScene();

const about = (wallet: string) => operations.all((message) => message.wallet === wallet);

describe("a row that can't be understood", () => {
  it('is told once, by its keys and the attribute at fault, and stops no other wallet', async () => {
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

  it('is told again when it is mended, and then watched', async () => {
    const wallet = newAddress();
    await putRow({ wallet, chain: 'etherium' });
    await tick();
    await operations.first((message) => message.wallet === wallet && message.state === 'began');
    await deleteRow({ wallet, chain: 'etherium' });
    await putRow({ wallet, chain: 'eth' });
    await tick();
    await operations.first((message) => message.wallet === wallet && message.state === 'ended');
    expect(pollsOf(wallet)).not.toEqual([]);
  });
});

describe('two rows for one wallet', () => {
  it('are one watch, told once, and the duplicate is told to operations until it is gone', async () => {
    const wallet = newAddress();
    const otherSpelling = { wallet: `0x${wallet.slice(2).toUpperCase()}`, chain: '0x1' };
    await putRow({ wallet, chain: 'eth' });
    await putRow(otherSpelling);
    await tick();
    await operations.first(
      (message) => message.type === 'row.duplicate' && message.wallet === otherSpelling.wallet,
    );
    const row = receive(wallet);
    await tick();
    await alertOf(row);
    expect(await alertsOf(wallet)).toHaveLength(1);
    await deleteRow(otherSpelling);
    await tick();
    await operations.first((message) => message.wallet === otherSpelling.wallet && message.state === 'ended');
  });
});

describe('a row that is deleted', () => {
  it('ends the watch; its state expires from the daily check on, unless the row comes back', async () => {
    const row = { wallet: newAddress(), chain: 'eth' };
    const expiry = async () => {
      const Key = { wallet: { S: row.wallet }, chain: { S: row.chain } };
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

describe('a bulk import', () => {
  it('announces ten wallets at the most and sums itself up to operations', async () => {
    const wallets = Array.from({ length: 15 }, newAddress);
    for (const wallet of wallets) await putRow({ wallet, chain: 'polygon' });
    await tick();
    await tick();
    await operations.first(({ type }) => type === 'wallets.watching');
    const announced = await alerts.all(
      ({ type, wallet }) => type === 'wallet.watching' && wallets.includes(wallet.address),
    );
    expect(announced.length).toBeLessThanOrEqual(10);
    for (const wallet of wallets) expect(pollsOf(wallet)).not.toEqual([]);
  });
});
