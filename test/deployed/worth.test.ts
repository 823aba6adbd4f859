import { beforeEach, describe, expect, it } from 'vitest';
import { friend, newAddress, setScene } from './support/scene.ts';
import { stack } from './support/the-stack.ts';

const { tick, clearWatchlist } = stack;
const { api, operations, watched, receive, alertsOf } = await setScene();

beforeEach(() => clearWatchlist());

/** Genuine by our own list; no other test says anything else of it. */
const dai = {
  address: '0x6b175474e89094c44da98b954eedeac495271d0f',
  name: 'Dai Stablecoin',
  symbol: 'DAI',
  decimals: 18,
};

describe('a genuine token of which the API says something else', () => {
  it("is reported with the list's values, passes minAmount, and operations hear of it once", async () => {
    const wallet = await watched({ minAmount: '100000' });
    const other = await watched();
    const lie = { ...dai, symbol: 'FREE', decimals: 30 };
    api.mine({ chain: 'eth', from: wallet, to: friend, token: lie, value: 500_000n * 10n ** 18n });
    receive(other, { token: lie, value: 10n ** 18n });
    await tick();
    expect((await alertsOf(wallet)).map(({ transfer }) => [transfer.amount, transfer.token])).toEqual([
      ['500000', expect.objectContaining({ symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18 })],
    ]);
    receive(other, { token: lie, value: 2n * 10n ** 18n });
    await tick();
    expect((await alertsOf(other)).map(({ transfer }) => transfer.amount)).toEqual(['1', '2']);
    const told = await operations.all(({ type }) => type === 'token.contradicted');
    expect(told).toMatchObject([{ state: 'began', wallet: null, chain: 'eth' }]);
    expect(told[0]?.reason).toMatch(/0x6B17\w+ on eth 30 decimals \(18\), the symbol "FREE" \("DAI"\)/);
  });
});

describe('a storm of dust that went out', () => {
  it('leaves the payment behind it an alert of its own', async () => {
    const wallet = await watched();
    const send = (value: bigint) => api.mine({ chain: 'eth', from: wallet, to: newAddress(), value });
    const dust = Array.from({ length: 20 }, () => send(1n));
    const payment = send(1_500_000_000_000n);
    await tick();
    const told = await alertsOf(wallet);
    const single = told.flatMap(({ transfer }) => (transfer ? [transfer.transactionHash] : []));
    expect(single).toHaveLength(10);
    expect(single.at(-1)).toBe(payment.wire.transaction_hash);
    expect(told.at(-1)).toMatchObject({ type: 'transfers.digest', digest: { count: dust.length - 9 } });
  });
});
