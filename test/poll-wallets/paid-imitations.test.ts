import { beforeEach, describe, expect, it } from 'vitest';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { party, treasury, usdc, watchOf } from '../support/alerts.ts';
import { type Happening, MinuteWorld } from '../support/minute-world.ts';
import { blockAt } from '../support/poll-world.ts';

const friend = parseAddress('0xab5801a7d398351b8be11c439e05c5b3259aec9b');
/** Four digits alike at each end. */
const imitation = parseAddress('0xab5899999999999999999999999999999999ec9b');
/** A second address of the same friend, ten digits alike: people make such addresses to show off. */
const vanity = parseAddress('0xab580777777777777777777777777777777aec9b');
const someToken = parseAddress('0x1234567890123456789012345678901234567890');
const pays = (to: Address, value: bigint) => ({ from: party(treasury), to: party(to), value });
const sends = (from: Address, value: bigint) => ({ from: party(from), to: party(treasury), value });

let world: MinuteWorld;
beforeEach(() => {
  world = new MinuteWorld();
});

const told = (watch: Watch, ...happenings: readonly Happening[]) => world.step(watch, ...happenings);

async function watching(watch: Watch) {
  await world.poll(watch);
  await told(watch, [pays(friend, 500_000_000n)]);
}

const shout = (address = imitation) => ({
  type: 'transfer.sent',
  lookalike: { address, imitates: friend },
});
const unmoved: readonly Partial<Watch>[] = [
  {},
  { spam: 'mark' },
  { spam: 'show' },
  { direction: 'in' },
  { minAmount: { byToken: new Map(), otherwise: '1000000' } },
  { tokens: new Set([someToken]) },
  { ignoreTokens: new Set([usdc]) },
];

describe('money that the wallet sends to an imitation', () => {
  it.each(unmoved)(
    'is reported as such each time, with or without an earlier warning, if the row says %o',
    async (row) => {
      for (const warned of [true, false]) {
        world = new MinuteWorld();
        const watch = watchOf(row);
        await watching(watch);
        if (warned) {
          expect(await told(watch, [sends(imitation, 0n)])).toMatchObject([{ type: 'wallet.poisoning' }]);
        }
        for (const value of [900_000_000n, 900_000_000n, 1n]) {
          expect(await told(watch, [pays(imitation, value)])).toMatchObject([shout()]);
        }
        const { counterparties } = await world.states.readAddresses(watch);
        expect(counterparties.map(({ address }) => address)).toEqual([friend]);
      }
    },
  );

  it('has its own alert even in a storm, after the warning and before all other alerts', async () => {
    const watch = watchOf();
    await watching(watch);
    const incoming = Array.from({ length: 40 }, (): Happening => [sends(someToken, 5_000_000n)]);
    const alerts = await told(watch, ...incoming, [sends(imitation, 0n)], ...incoming, [
      pays(imitation, 900_000_000n),
    ]);
    expect(alerts.map(({ type }) => type)).toEqual(['wallet.poisoning', 'transfer.sent', 'transfers.digest']);
    expect(alerts[1]).toMatchObject(shout());
    expect(alerts[2]).toMatchObject({ digest: { count: 80 } });
  });

  it('is reported one by one however often it happens, in items that a table takes', async () => {
    const watch = watchOf({
      label: '円'.repeat(60),
      tags: Array.from({ length: 30 }, (_, i) => `${i}`.repeat(60)),
    });
    await watching(watch);
    let largest = 0;
    world.atAwait = (point) => {
      const [item] = world.states.items.values();
      if (point === 'after save') largest = Math.max(largest, JSON.stringify(item).length);
    };
    const many = Array.from({ length: 300 }, (_, i): Happening => [pays(imitation, BigInt(i + 1))]);
    const alerts = await told(watch, ...many);
    expect(alerts.filter(({ type }) => type === 'transfer.sent')).toHaveLength(300);
    expect(largest).toBeLessThan(300_000);
  });

  it('is reported singly ten times a poll if only the API verifies its token, which a thief may have made', async () => {
    const watch = watchOf();
    await watching(watch);
    const verified = { address: someToken, verified: true, symbol: 'GIFT', name: 'Gift' };
    const many = Array.from({ length: 300 }, (_, i): Happening => [pays(imitation, BigInt(i + 1)), verified]);
    const alerts = await told(watch, ...many, [pays(imitation, 900_000_000n)]);
    expect(alerts.filter(({ type }) => type === 'transfer.sent')).toHaveLength(11);
    expect(alerts).toContainEqual(
      expect.objectContaining({ transfer: expect.objectContaining({ amount: '900' }) }),
    );
  });

  it('is reported if the wallet was poisoned, or paid, before its watch began', async () => {
    const watch = watchOf();
    world.chain.mine(blockAt(-9), pays(friend, 7_000_000n));
    world.chain.mine(blockAt(-8), sends(imitation, 0n));
    world.chain.mine(blockAt(-7), pays(imitation, 7_000_000n));
    await world.poll(watch);
    expect(await told(watch, [pays(imitation, 900_000_000n)])).toMatchObject([shout()]);
    const { counterparties } = await world.states.readAddresses(watch);
    expect(counterparties.map(({ address }) => address)).toEqual([friend]);
  });

  it('is still reported when the imitated address has long left the list of paid ones', async () => {
    const watch = watchOf();
    await watching(watch);
    await told(watch, [sends(imitation, 0n)]);
    for (let i = 0; i < 21; i += 1) {
      const many = Array.from({ length: 10 }, (_, k): Happening => {
        const digits = (1_000 + i * 10 + k).toString(16).padStart(4, '0');
        return [pays(parseAddress(`0x${digits.repeat(10)}`), 1_000_000n)];
      });
      await told(watch, ...many);
    }
    expect((await world.states.readAddresses(watch)).counterparties).toHaveLength(200);
    expect(await told(watch, [pays(imitation, 900_000_000n)])).toMatchObject([
      { type: 'transfer.sent', lookalike: { imitates: friend, lastPaidAt: null } },
    ]);
  });

  it('is reported if the API verifies nothing, for a token of our own list', async () => {
    const watch = watchOf();
    const unverified = { verified: null };
    await world.poll(watch);
    await told(watch, [pays(friend, 500_000_000n), unverified]);
    expect(await told(watch, [pays(imitation, 9_000_000n), unverified])).toMatchObject([shout()]);
  });

  it('is not critical if only a token that anyone can make says so', async () => {
    const watch = watchOf();
    await watching(watch);
    const madeUp = { address: someToken, verified: null, symbol: 'GIFT', name: 'Gift' };
    expect(await told(watch, [pays(imitation, 900_000_000n), madeUp])).toMatchObject([
      { type: 'wallet.poisoning' },
    ]);
  });
});

describe('real money', () => {
  it('from somebody whose address resembles another one is reported, and warned of once', async () => {
    const watch = watchOf();
    await watching(watch);
    const received = { type: 'transfer.received', lookalike: { address: vanity }, verdict: { spam: false } };
    expect(await told(watch, [sends(vanity, 40_000_000n)])).toMatchObject([
      { type: 'wallet.poisoning' },
      received,
    ]);
    expect(await told(watch, [sends(vanity, 40_000_000n)])).toMatchObject([received]);
    expect(await told(watch, [sends(vanity, 2_000_000n)])).toMatchObject([received]);
    // A transfer of nothing is not money.
    expect(await told(watch, [sends(vanity, 0n)])).toEqual([]);
  });

  it.each([
    ['WBTC', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', 8, 900_000_000n],
    ['WBTC', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', 8, 100_000n],
    ['WETH', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 18, 10n ** 16n],
  ])(
    'is judged by its worth, not by its number of tokens: %s %s %i %i',
    async (symbol, address, decimals, value) => {
      const watch = watchOf();
      await watching(watch);
      const token = { symbol, name: symbol, address: parseAddress(address), decimals };
      // Eight digits alike are enough where a few cents or dollars come.
      expect(await told(watch, [sends(imitation, value), token])).toMatchObject([
        { type: 'transfer.received', lookalike: null },
      ]);
    },
  );

  it('of a few dollars is not dust, even if a unit is worth thousands', async () => {
    const watch = watchOf();
    await watching(watch);
    const wbtc = {
      address: parseAddress('0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'),
      symbol: 'WBTC',
      name: 'Wrapped BTC',
      decimals: 8,
    };
    expect(await told(watch, [sends(imitation, 10_000n), wbtc])).toMatchObject([
      { type: 'wallet.poisoning' },
      { type: 'transfer.received', transfer: { amount: '0.0001' } },
    ]);
  });

  it('of a token that is worth next to nothing counts as none', async () => {
    const watch = watchOf();
    await watching(watch);
    const shib = {
      address: parseAddress('0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce'),
      symbol: 'SHIB',
      name: 'SHIBA INU',
      decimals: 18,
    };
    expect(await told(watch, [sends(imitation, 10n ** 20n), shib])).toMatchObject([
      { type: 'wallet.poisoning' },
    ]);
  });
});

describe('who was paid', () => {
  const madeUp = { address: someToken, verified: null, symbol: 'GIFT', name: 'Gift' };

  it.each([
    ['polygon', '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'],
    ['eth', usdc],
  ])('cannot be hidden on %s by hundreds of payments that a contract made up', async (chain, address) => {
    const watch = watchOf({ chain: findChain(chain) });
    const token = { address: parseAddress(address), verified: null };
    await world.poll(watch);
    for (let i = 0; i < 30; i += 1) {
      const many = Array.from({ length: 10 }, (_, k): Happening => {
        const digits = (4_096 + i * 10 + k).toString(16);
        return [pays(parseAddress(`0x${digits.repeat(10)}`), 1_000_000n), madeUp];
      });
      await told(watch, ...many);
    }
    await told(watch, [pays(friend, 500_000_000n), token]);
    expect(await told(watch, [sends(imitation, 0n), token])).toMatchObject([{ type: 'wallet.poisoning' }]);
    expect(await told(watch, [pays(imitation, 500_000_000n), token])).toMatchObject([shout()]);
  });

  it('cannot be made to look like an imitation by a payment that a contract made up', async () => {
    const watch = watchOf();
    await world.poll(watch);
    await told(watch, [pays(imitation, 5_000_000n), madeUp]);
    // A transfer of nothing can name any address as its sender, also the honest one.
    await told(watch, [sends(friend, 0n)]);
    expect(await told(watch, [pays(friend, 500_000_000n)])).toMatchObject([
      { type: 'transfer.sent', lookalike: null },
    ]);
    expect(await told(watch, [sends(friend, 500_000_000n)])).toMatchObject([
      { type: 'transfer.received', lookalike: null },
    ]);
    expect(await told(watch, [sends(imitation, 0n)])).toMatchObject([{ type: 'wallet.poisoning' }]);
  });
});
