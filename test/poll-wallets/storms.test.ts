import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../functions/chain/address.ts';
import { exchange, party, treasury, watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../support/poll-world.ts';
import { chainSums, toldSums } from '../support/sums.ts';

const watch = watchOf();
const month = 30 * 24 * 3_600_000;
const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '9')}` as Address;

let world: PollWorld;
beforeEach(async () => {
  world = await begunWorld(watch);
  // Small pages: a fifth of the transfers is as much of a storm.
  world.chain.largestPage = 20;
  world.published.length = 0;
  world.chain.transfers.length = 0;
});

describe('a storm of transfers', () => {
  it('of ten is reported one by one, of eleven in one digest', async () => {
    for (let i = 0; i < 10; i += 1) world.chain.mine(blockAt(1) + i);
    await world.poll(watch);
    expect(world.published.map(({ type }) => type)).toEqual(Array(10).fill('transfer.received'));
    for (let i = 0; i < 11; i += 1) world.chain.mine(blockAt(3) + i);
    await world.poll(watch);
    expect(world.published.slice(10)).toMatchObject([
      {
        type: 'transfers.digest',
        digest: { count: 11, fromBlock: blockAt(3), toBlock: blockAt(3) + 10, hidden: 0 },
      },
    ]);
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
  });

  it.each([
    [1_000, 0],
    [1_040, 1],
    [1_040, 7],
  ])(
    'of %i transfers, %i block(s) apart, makes a handful of messages with the exact sums',
    async (count, apart) => {
      for (let i = 0; i < count; i += 1) {
        const out = i % 3 === 0;
        world.chain.mine(blockAt(1) + i * apart, {
          value: BigInt(i) ** 9n,
          from: { address: out ? treasury : exchange, label: null },
          to: { address: out ? exchange : treasury, label: null },
        });
      }
      const { behind } = await world.poll(watch, { after: month });
      expect(behind).toBe(false);
      expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
      expect(world.published.length).toBeLessThan(25);
      expect(world.chain.calls).toBeLessThan(400);
      const told = world.published.length;
      await world.poll(watch);
      expect(world.published.length).toBe(told);
    },
  );

  it('of as many tokens as transfers is exact, and leaves a cursor of 2 KB', async () => {
    for (let i = 0; i < 700; i += 1)
      world.chain.mine(
        blockAt(1),
        {},
        { address: addressOf(i), symbol: `T${i}`, name: `Token ${i}`, verified: null },
      );
    await world.poll(watch, { after: month });
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
    expect(world.largestItem).toBeLessThan(2_000);
  });

  it('of more transfers than a batch holds records the payees of each batch', async () => {
    world.chain.largestPage = 1_000;
    const pays = (to: Address) => ({ from: party(treasury), to: party(to), value: 5_000_000n });
    // No theft, which would be told before the rest.
    const verified = { address: addressOf(2), verified: true };
    world.chain.mine(blockAt(1), pays(exchange), verified);
    for (let i = 0; i < 2_500; i += 1) world.chain.mine(blockAt(1) + 1);
    world.chain.mine(blockAt(1) + 2, pays(addressOf(1)), verified);
    await world.poll(watch);
    const { counterparties } = await world.states.readAddresses(watch);
    expect(counterparties.map(({ address }) => address)).toEqual([addressOf(1), exchange]);
  });

  it('counts what it hides', async () => {
    for (let i = 0; i < 20; i += 1)
      world.chain.mine(blockAt(1) + i, { possibleSpam: i % 2 === 0 }, { verified: false });
    await world.poll(watch);
    expect(world.published.filter(({ type }) => type !== 'transfers.digest').length).toBeLessThanOrEqual(10);
    expect(world.history.size).toBe(20);
  });

  it('is looked at once more and not at each poll, if the wallet never had a transfer before', async () => {
    world = new PollWorld();
    await world.poll(watch);
    await world.poll(watch, { after: 3_600_000 });
    for (let i = 0; i < 300; i += 1)
      world.chain.mine(blockAt(61), { possibleSpam: true }, { verified: false });
    await world.poll(watch, { after: 120_000 });
    const { calls } = world.chain;
    for (let polls = 0; polls < 4; polls += 1) await world.poll(watch);
    expect(world.chain.calls - calls).toBe(4);
  });

  it('costs later polls the rows of one page, and all rows once at the final look', async () => {
    for (let i = 0; i < 700; i += 1)
      world.chain.mine(blockAt(1) + (i % 2), { possibleSpam: true }, { verified: false });
    await world.poll(watch, { after: 120_000 });
    const { rowsAbove, rowsFrom } = world.deps.history;
    let asked = 0;
    const counted = <Rows extends readonly unknown[]>(rows: Rows) => {
      asked += rows.length;
      return rows;
    };
    Object.assign(world.deps.history, {
      rowsAbove: (...of: Parameters<typeof rowsAbove>) => rowsAbove(...of).then(counted),
      rowsFrom: (...of: Parameters<typeof rowsFrom>) => rowsFrom(...of).then(counted),
    });
    for (let polls = 0; polls < 5; polls += 1) await world.poll(watch);
    expect(asked).toBeLessThan(5 * 30);
    expect(asked).toBeGreaterThan(0);
    asked = 0;
    await world.poll(watch, { after: 600_000 });
    expect(asked).toBeGreaterThan(700);
    expect(asked).toBeLessThan(750);
    const { settled, newest } = world.states.stateOf(watch);
    expect(settled).toBe(newest);
  });

  it('continues at the next poll if the time ran out, and loses no transfer', async () => {
    for (let i = 0; i < 600; i += 1) world.chain.mine(blockAt(1) + i);
    world.now += month;
    // Every page takes three seconds of the thirty.
    world.atAwait = (point) => {
      if (point === 'read page') world.advance(3_000);
    };
    let polls = 0;
    for (let behind = true; behind; polls += 1) {
      const outcome = await world.poll(watch, { after: 0 }).catch(() => null);
      if (outcome !== null) ({ behind } = outcome);
      expect(polls).toBeLessThan(60);
    }
    expect(polls).toBeGreaterThan(1);
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
  });
});
