import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { usdc } from '../../lib/simulated-api/simulated-transfer.ts';
import type { MinedTransfer } from '../support/simulated-chain.ts';
import { friend, newAddress, newImitation, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { aws, outputs, putRow, deleteRow, tick, historyOf, clearWatchlist } = stack;
const { api, alerts, operations, watched, receive, alertOf, alertsOf, pollsOf } = await setScene();

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
const scam = { address: newAddress(), name: 'Gift', symbol: 'GIFT', decimals: 6, verified: false };
const flagged: Partial<MinedTransfer> = { possibleSpam: true, token: scam };

/** What was reported of a wallet, by symbol and amount. */
const toldTo = async (wallet: string) =>
  (await alertsOf(wallet)).map(({ transfer }) => `${transfer.token.symbol} ${transfer.amount ?? '?'}`);

describe('what a row asks for', () => {
  it('a direction: only what comes in, or only what goes out', async () => {
    const [receiver, sender] = [await watched({ direction: 'in' }), await watched({ direction: 'OUT' })];
    for (const wallet of [receiver, sender]) {
      receive(wallet, { value: 1_000_000n });
      api.mine({ chain: 'eth', from: wallet, to: friend, value: 2_000_000n });
    }
    await tick();
    expect(await toldTo(receiver)).toEqual(['USDC 1']);
    expect(await toldTo(sender)).toEqual(['USDC 2']);
  });

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

  it('tokens to keep quiet about', async () => {
    const wallet = await watched({ ignoreTokens: { SS: [checksum(usdc.address)] } });
    for (const token of [usdc, usdt]) receive(wallet, { token });
    await tick();
    expect(await toldTo(wallet)).toEqual(['USDT 12.5']);
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

  it('a chain by any of its names, and the wallet in any letter case', async () => {
    const wallets = [newAddress(), newAddress(), newAddress(), newAddress()];
    const [byId = '', byName = '', byOther = '', byHexInCapitals = ''] = wallets;
    await putRow({ wallet: checksum(byId), chain: '0x89' });
    await putRow({ wallet: upper(byName), chain: 'Polygon' });
    await putRow({ wallet: byOther, chain: 'MATIC' });
    await putRow({ wallet: byHexInCapitals, chain: '0X0089' });
    await tick();
    const rows = wallets.map((wallet) => receive(wallet, { chain: 'polygon' }));
    await tick();
    for (const [i, row] of rows.entries()) {
      expect((await alertOf(row)).wallet).toMatchObject({
        address: wallets[i],
        chain: 'polygon',
        chainId: '0x89',
      });
    }
  });
});

describe('certain spam', () => {
  it('is hidden and kept in History with the reasons; marked or shown where the row says so', async () => {
    const [hide, mark, show] = [
      await watched(),
      await watched({ spam: 'mark' }),
      await watched({ spam: 'show' }),
    ];
    for (const wallet of [hide, mark, show]) receive(wallet, flagged);
    await tick();
    expect(await alertsOf(hide)).toEqual([]);
    const [hidden, ...others] = await historyOf(hide);
    expect(others).toEqual([]);
    expect(hidden).toMatchObject({ status: { S: 'hidden' }, reasons: { L: expect.any(Array) } });
    expect(hidden?.reasons?.L?.length).toBeGreaterThan(0);
    for (const wallet of [mark, show]) {
      const [told] = await alertsOf(wallet);
      expect(told?.verdict).toMatchObject({ spam: true, reasons: expect.any(Array) });
    }
  });

  it('does not count in a token that the row trusts or asks for, or that the API verified', async () => {
    const trusting = await watched({ trustTokens: upper(scam.address) });
    const asking = await watched({ tokens: scam.address });
    const neither = await watched();
    for (const wallet of [trusting, asking]) receive(wallet, flagged);
    receive(neither, { possibleSpam: true, token: { ...scam, verified: true } });
    await tick();
    for (const wallet of [trusting, asking, neither]) {
      const [told] = await alertsOf(wallet);
      expect(told?.verdict.spam).toBe(false);
    }
  });
});

describe('an address that imitates one that the wallet paid', () => {
  it('is warned of once under every policy, in place of its transfer, which History keeps', async () => {
    const policies = ['hide', 'mark', 'show'];
    const { paid, imitation } = newImitation();
    const wallets = [];
    for (const spam of policies) wallets.push(await watched({ spam }));
    for (const from of wallets) api.mine({ chain: 'eth', from, to: paid, value: 500_000_000n });
    await tick();
    const zeros = wallets.map((wallet) => receive(wallet, { from: imitation, value: 0n }));
    await tick();
    for (const wallet of wallets) receive(wallet, { from: imitation, value: 0n });
    await tick();
    for (const [i, wallet] of wallets.entries()) {
      const warnings = (await alertsOf(wallet)).filter(({ type }) => type === 'wallet.poisoning');
      expect(warnings).toMatchObject([
        {
          transfer: { transactionHash: zeros[i]?.wire.transaction_hash },
          lookalike: {
            address: imitation,
            imitates: paid,
            lastPaidAt: expect.stringMatching(/Z$/),
            samePrefix: 6,
            sameSuffix: 6,
          },
        },
      ]);
      const [, kept] = await historyOf(wallet);
      expect(kept).toMatchObject({ type: { S: 'transfer.received' }, status: { S: 'hidden' } });
    }
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

  it('is one with a checksum that does not fit', async () => {
    const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
    const mistyped = wallet.replace('d8dA', 'D8dA');
    await putRow({ wallet: mistyped, chain: 'eth' });
    await tick();
    const told = await operations.first((message) => message.wallet === mistyped);
    expect(told).toMatchObject({ type: 'row.unreadable', reason: expect.stringContaining('wallet') });
    expect(pollsOf(wallet.toLowerCase())).toEqual([]);
  });

  it('is reported again when it is mended, and then watched', async () => {
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
  it('are one watch, by the one in canonical spelling, and the other is reported until it is gone', async () => {
    const wallet = newAddress();
    const otherSpelling = { wallet: upper(wallet), chain: '0x1', label: 'Other' };
    await putRow(otherSpelling);
    await putRow({ wallet, chain: 'eth', label: 'Canonical' });
    await tick();
    await operations.first(
      (message) => message.type === 'row.duplicate' && message.wallet === otherSpelling.wallet,
    );
    const row = receive(wallet);
    await tick();
    expect((await alertOf(row)).wallet.label).toBe('Canonical');
    expect(await alertsOf(wallet)).toHaveLength(1);
    await deleteRow(otherSpelling);
    await tick();
    await operations.first((message) => message.wallet === otherSpelling.wallet && message.state === 'ended');
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
