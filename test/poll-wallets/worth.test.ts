import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenAddress } from '../../functions/chain/address.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { gold, imitation, exchange as supplier, watchOf } from '../support/alerts.ts';
import { MinuteWorld } from '../support/worlds/minute-world.ts';
import { addressOf, pays, times, weth } from './story.ts';

let world: MinuteWorld;
let asked: TokenAddress[][];
let confidence: number;

/** A world in which ether costs 3,000 dollars, and the wallet has paid its supplier once. */
async function worldOf(watch: Watch): Promise<void> {
  world = new MinuteWorld();
  asked = [];
  confidence = 0.99;
  const { find } = world.deps.prices;
  Object.assign(world.deps.prices, {
    find: async (...[chain, tokens, limits]: Parameters<typeof find>) => {
      asked.push([...tokens]);
      const dollars = await find(chain, tokens, limits);
      const ether = { dollars: '3000', at: world.now, confidence };
      return (token: TokenAddress) => (token === weth.address ? ether : dollars(token));
    },
  });
  await world.poll(watch);
  await world.step(watch, [pays(supplier, 500_000_000n)]);
}

const transfers = (alerts: readonly object[]) =>
  alerts.map((alert) => ('transfer' in alert ? alert.transfer : null));

describe('the worth of a transfer', () => {
  beforeEach(() => worldOf(watchOf()));

  it('is in its alert, and is looked up for tokens that nobody can make up', async () => {
    asked = [];
    const alerts = await world.step(watchOf(), [{ value: 5n * 10n ** 17n }, weth], [{ value: 7n }, gold]);
    expect(transfers(alerts)).toMatchObject([
      { usd: { amount: '1500', price: '3000', confidence: 0.99 } },
      { usd: null },
    ]);
    expect(asked).toEqual([[weth.address]]);
  });
});

describe('a row with a minUsd of 100', () => {
  const watch = watchOf({ minUsd: '100' });
  const cents = (value: number) => BigInt(value) * 10_000n;
  beforeEach(() => worldOf(watch));

  it.each([
    ['a dollar that comes in', 0, { value: cents(9_999) }, {}],
    ['a hundred dollars that come in', 1, { value: cents(10_000) }, {}],
    ['dust of ether', 0, { value: 30_000_000_000_000_000n }, weth],
    ['a token without a price', 1, { value: 1n }, gold],
    ['a dollar to somebody whom it paid before', 0, pays(supplier, cents(1)), {}],
    ['a dollar to somebody whom it never paid', 1, pays(addressOf('5a'), cents(1)), {}],
    ['a dollar to an imitation', 1, pays(imitation, cents(1)), {}],
  ] as const)('%s: %i alerts', async (_, count, transfer, token) => {
    const alerts = await world.step(watch, [transfer, token]);
    expect(alerts.filter(({ type }) => type.startsWith('transfer.'))).toHaveLength(count);
  });

  it.each([true, false])('drops a small payment to a named address, own wallet: %s', async (isOwn) => {
    const savings = addressOf('5b');
    world.people = new Map([[savings, { name: 'Savings', isOwn }]]);
    expect(await world.step(watch, [pays(savings, cents(1))])).toEqual([]);
    expect(await world.step(watch, [pays(savings, cents(10_000))])).toHaveLength(1);
  });

  it('tells others singly, however many small payments to named addresses come with them', async () => {
    world.people = new Map([[addressOf('5b'), { name: 'Savings', isOwn: true }]]);
    const small = times(11, () => [pays(addressOf('5b'), cents(1))] as const);
    const receipt = { value: cents(10_000) };
    expect(await world.step(watch, ...small, [receipt])).toMatchObject([{ type: 'transfer.received' }]);
  });

  it('reports a transfer with a doubtful price', async () => {
    confidence = 0.5;
    expect(await world.step(watch, [{ value: 1n }, weth])).toHaveLength(1);
  });
});
