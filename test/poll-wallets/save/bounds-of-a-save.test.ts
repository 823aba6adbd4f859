import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../../functions/chain/address.ts';
import type { WalletState } from '../../../functions/state/wallet-state.ts';
import { exchange, imitation, party, treasury, watchOf } from '../../support/alerts.ts';
import { begunWorld, blockAt, type PollWorld } from '../../support/poll-world.ts';

const watch = watchOf();
const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '9')}` as Address;
const pays = (to: Address, value = 900_000_000n) => ({ from: party(treasury), to: party(to), value });

let world: PollWorld;
/** The alerts of each save that has any: SNS takes them at once. */
let outboxes: WalletState['outbox'][];
beforeEach(async () => {
  world = await begunWorld(watch);
  world.published.length = 0;
  outboxes = [];
  const { save } = world.deps.states;
  Object.assign(world.deps.states, {
    save: (...args: Parameters<typeof save>) => {
      if (args[1].outbox.length > 0) outboxes.push(args[1].outbox);
      return save(...args);
    },
  });
});

const typesOf = (outbox: WalletState['outbox']) => outbox.map(({ alert }) => alert.type);

describe('one save', () => {
  it('takes back twenty transfers, the oldest, and the next poll the rest', async () => {
    for (let i = 0; i < 25; i += 1) world.chain.mine(blockAt(1) + (i % 5));
    await world.poll(watch);
    world.chain.transfers.splice(-25);
    await world.poll(watch);
    outboxes = [];
    await world.poll(watch);
    await world.poll(watch);
    expect(outboxes.map((outbox) => outbox.length)).toEqual([20, 5]);
    const blocks = outboxes.flat().map(({ alert }) => 'transfer' in alert && alert.transfer.blockNumber);
    expect(blocks).toEqual(blocks.toSorted());
  });

  it('holds twelve alerts of their own, warnings and payments to imitations together', async () => {
    world.chain.mine(blockAt(1), pays(exchange));
    await world.poll(watch);
    outboxes = [];
    world.chain.mine(blockAt(2), { from: party(imitation), value: 0n });
    for (let i = 0; i < 25; i += 1) world.chain.mine(blockAt(2), pays(imitation));
    await world.poll(watch);
    expect(outboxes.map((outbox) => outbox.length)).toEqual([12, 12, 2]);
    expect(typesOf(outboxes[0] ?? [])).toEqual(['wallet.poisoning', ...Array(11).fill('transfer.sent')]);
  });

  it('leaves the stored block before all of them, where one is ahead of the chain: it comes last, and may be of any block', async () => {
    world.chain.mine(blockAt(1), pays(exchange));
    await world.poll(watch);
    for (let i = 0; i < 25; i += 1) world.chain.mine(blockAt(2) + i, pays(imitation));
    world.chain.mine(9_000_000_000, pays(exchange));
    const stored: (number | null)[] = [];
    const { save } = world.deps.states;
    Object.assign(world.deps.states, {
      save: (...args: Parameters<typeof save>) => {
        if (args[1].outbox.length > 0) stored.push(args[1].block);
        return save(...args);
      },
    });
    await world.poll(watch);
    expect(stored.length).toBeGreaterThan(1);
    expect(stored).toEqual([...stored.slice(1).map(() => blockAt(1)), blockAt(2) + 24]);
  });

  it('holds the totals of about a hundred and fifty tokens, each of them once', async () => {
    for (let i = 0; i < 220; i += 1)
      world.chain.mine(blockAt(1), { value: 1n }, { address: addressOf(i % 200) });
    await world.poll(watch);
    const totals = outboxes.map((outbox) =>
      outbox.flatMap(({ alert }) => (alert.type === 'transfers.digest' ? alert.digest.totals : [])),
    );
    expect(outboxes).toHaveLength(2);
    for (const { length } of totals) expect(length).toBeLessThan(175);
    expect(totals.flat().reduce((sum, { count }) => sum + count, 0)).toBe(220);
  });

  it('holds the transfers of one token however many they are', async () => {
    for (let i = 0; i < 400; i += 1) world.chain.mine(blockAt(1), { value: 1n });
    await world.poll(watch);
    expect(outboxes.map(typesOf)).toEqual([['transfers.digest']]);
  });
});
