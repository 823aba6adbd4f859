import { beforeEach, describe, expect, it } from 'vitest';
import type { NodeEvent } from '../../functions/node/node-event.ts';
import { ownCoin } from '../../functions/node/token-metadata.ts';
import { exchange, watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
const at = { blockNumber: blockAt(1), blockTimestamp: null, transactionHash: null };
const low: NodeEvent = {
  kind: 'balance',
  key: 'native 0',
  fell: null,
  token: ownCoin(watch.chain),
  value: '50000000000000000',
  minimum: '0.1',
  ...at,
};
const delegated: NodeEvent = {
  kind: 'control',
  key: 'delegation 0',
  what: 'delegation',
  before: null,
  after: exchange,
  ...at,
};

let world: PollWorld;
beforeEach(async () => {
  world = await begunWorld(watch);
  world.isFromNode = true;
  world.published.length = 0;
});

const types = () => world.published.map(({ type }) => type);

describe('news of a node that is no transfer', () => {
  it('is reported once, and dropped', async () => {
    world.events = [low, delegated];
    await world.poll(watch);
    await world.poll(watch);
    expect(world.published).toMatchObject([
      {
        type: 'balance.low',
        balance: { token: { address: null, symbol: 'ETH' }, amount: '0.05', minimum: '0.1' },
      },
      {
        type: 'control.changed',
        control: {
          what: 'delegation',
          before: null,
          after: exchange,
          transactionHash: null,
          explorerUrl: null,
        },
      },
    ]);
    expect(world.events).toEqual([]);
  });

  it('is not reported again if a scan leaves it a second time, and the next fall is', async () => {
    world.events = [low];
    await world.poll(watch);
    world.events = [low, { ...low, key: 'native 7', blockNumber: blockAt(2) }];
    await world.poll(watch);
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(2);
    expect(types()).toEqual(['balance.low', 'balance.low']);
  });

  it('is reported at the first poll too, after the beginning of the watch', async () => {
    world = new PollWorld();
    world.isFromNode = true;
    world.events = [low];
    await world.poll(watch);
    expect(types()).toEqual(['wallet.watching', 'balance.low']);
  });

  it('is reported before transfers', async () => {
    world.chain.mine(blockAt(1));
    world.events = [delegated];
    await world.poll(watch);
    expect(types()).toEqual(['control.changed', 'transfer.received']);
  });

  it('survives a crash at any await, and is repeated under the same id alone', async () => {
    for (let nth = 1; ; nth += 1) {
      world = await begunWorld(watch);
      world.isFromNode = true;
      world.published.length = 0;
      world.events = [low, delegated];
      let awaits = 0;
      world.atAwait = () => {
        awaits += 1;
        if (awaits === nth) throw new Error('crash');
      };
      const crashed = await world.poll(watch, { after: 600_000 }).then(
        () => false,
        () => true,
      );
      world.atAwait = () => {};
      await world.poll(watch);
      await world.poll(watch);
      expect(new Set(types())).toEqual(new Set(['balance.low', 'control.changed']));
      expect(new Set(world.published.map(({ id }) => id)).size).toBe(2);
      expect(world.published.length).toBeLessThanOrEqual(4);
      expect(world.events).toEqual([]);
      if (!crashed) break;
    }
  });
});
