import { beforeEach, describe, expect, it } from 'vitest';
import type { UnreadableTransfer } from '../../functions/transfer/source.ts';
import { watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, type PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
const hash = `0x${'ab'.repeat(32)}`;
const entry: UnreadableTransfer = {
  transactionHash: hash,
  blockNumber: blockAt(1),
  reason: 'value is missing',
};

let world: PollWorld;
beforeEach(async () => {
  world = await begunWorld(watch);
  world.published.length = 0;
});

const show = (...entries: UnreadableTransfer[]) => world.chain.unreadable.push(...entries);
const told = () => world.published.filter((alert) => alert.type === 'entry.unreadable');
const polls = async (count: number) => {
  for (let i = 0; i < count; i += 1) await world.poll(watch);
};

describe('an entry that can not be read', () => {
  it('is reported at the second poll that shows it, and once', async () => {
    show(entry);
    await polls(1);
    expect(told()).toEqual([]);
    await polls(20);
    expect(told()).toMatchObject([
      {
        entry: {
          transactionHash: hash,
          blockNumber: blockAt(1),
          reason: 'value is missing',
          explorerUrl: `https://etherscan.io/tx/${hash}`,
          others: 0,
        },
      },
    ]);
  });

  it('is not reported if only one reply holds it', async () => {
    show(entry);
    await polls(1);
    world.chain.unreadable.length = 0;
    await polls(3);
    expect(told()).toEqual([]);
  });

  it('without hash and block is reported once too', async () => {
    show({ transactionHash: null, blockNumber: null, reason: 'the entry is not an object' });
    await polls(15);
    expect(told()).toMatchObject([
      { entry: { transactionHash: null, blockNumber: null, explorerUrl: null } },
    ]);
  });

  it('holds nothing back: later transfers are reported, and its block is settled', async () => {
    show(entry);
    const behind = world.chain.mine(blockAt(2));
    await polls(1);
    expect(world.told()).toEqual([behind.transactionHash]);
    await polls(8);
    expect(world.states.stateOf(watch).settled).toBeGreaterThanOrEqual(blockAt(1));
  });

  it('is reported as a transfer once it can be read', async () => {
    show(entry);
    await polls(2);
    world.chain.unreadable.length = 0;
    const mended = world.chain.mine(blockAt(1), { transactionHash: hash });
    await polls(2);
    expect(world.told()).toEqual([mended.transactionHash]);
  });

  it('costs no call more than a reply without it', async () => {
    world.chain.mine(blockAt(1));
    await polls(1);
    const { calls } = world.chain;
    show(entry);
    await polls(6);
    expect(world.chain.calls - calls).toBe(6);
  });
});
