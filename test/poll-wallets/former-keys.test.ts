import { describe, expect, it } from 'vitest';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import type { WatchlistRow } from '../../functions/wallet/watchlist-row.ts';
import { treasury, watchOf } from '../support/alerts.ts';
import { blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
const formerKey = `${treasury}#eth`;
const key = `${treasury}#0x1`;

/** A wallet that was polled by the version before, which keyed its state by the chain's name. */
async function worldOfBefore(): Promise<PollWorld> {
  const world = new PollWorld();
  world.chain.mine(blockAt(-10));
  await world.poll(watch);
  world.chain.mine(blockAt(0));
  await world.poll(watch);
  const item = world.states.items.get(key);
  world.states.items.delete(key);
  world.states.items.set(formerKey, { ...item, chain: 'eth' });
  world.published.length = 0;
  world.states.saves = 0;
  return world;
}

/** One message of polls, as the worker gets it; returns the keys that it read. */
async function pollRow(world: PollWorld, row: Partial<WatchlistRow> = {}): Promise<string[]> {
  const asked: string[] = [];
  world.advance(60_000);
  await pollWallets(
    {
      version: 1,
      bulk: false,
      tick: String(world.now),
      deadline: world.now + 60_000,
      rows: [{ wallet: treasury, chain: 'eth', ...row }],
    },
    {
      ...world.deps,
      states: {
        ...world.deps.states,
        readItems: (keys) => {
          asked.push(...keys.filter(({ wallet }) => wallet.startsWith('0x')).map(({ chain }) => chain));
          return world.states.readItems(keys);
        },
      },
    },
    world.now + 60_000,
  );
  return asked;
}

const kinds = (world: PollWorld) => world.published.map(({ type }) => type);

describe('a wallet whose state the version before kept under the name of its chain', () => {
  it('goes on from its stored block: what was mined in between is told, and nothing anew', async () => {
    const world = await worldOfBefore();
    const news = world.chain.mine(blockAt(1));
    expect(await pollRow(world)).toEqual(['0x1', 'eth']);
    expect(world.told()).toEqual([news.transactionHash]);
    expect(kinds(world)).toEqual(['transfer.received']);
  });

  it('is taken over by its first poll, idle or not; from then on it costs one read and no write', async () => {
    const world = await worldOfBefore();
    await pollRow(world);
    expect(world.states.saves).toBe(1);
    expect(world.states.items.get(key)).toMatchObject({ wallet: treasury, chain: '0x1', version: 1 });
    expect(await pollRow(world)).toEqual(['0x1']);
    expect(world.states.saves).toBe(1);
    expect(world.published).toEqual([]);
  });

  it('is told of everything once in name when the poll that takes it over dies at any of its awaits', async () => {
    for (let nth = 1; ; nth += 1) {
      const world = await worldOfBefore();
      const news = world.chain.mine(blockAt(1));
      let awaits = 0;
      world.atAwait = () => {
        awaits += 1;
        if (awaits === nth) throw new Error('the worker dies');
      };
      await pollRow(world).catch(() => {});
      world.atAwait = () => {};
      world.advance(60_000);
      await pollRow(world);
      expect(new Set(world.told())).toEqual(new Set([news.transactionHash]));
      expect(new Set(world.published.map(({ id }) => id)).size).toBe(1);
      if (awaits < nth) break;
    }
  });

  it('has the alerts published that a crash left there, before what is new', async () => {
    const world = await worldOfBefore();
    const waiting = { alert: JSON.stringify({ ...(await leftAlert()), id: 'left' }), marked: false };
    world.states.items.set(formerKey, { ...world.states.items.get(formerKey), outbox: [waiting] });
    await pollRow(world);
    expect(world.published.map(({ id }) => id)).toEqual(['left']);
    expect(world.states.items.get(key)).toMatchObject({ outbox: [] });
  });

  it('is read under its own key where there is one under each', async () => {
    const world = await worldOfBefore();
    const stale = world.states.items.get(formerKey);
    await pollRow(world);
    const news = world.chain.mine(blockAt(2));
    await pollRow(world);
    world.states.items.set(formerKey, { ...stale, version: 999 });
    await pollRow(world);
    expect(world.told()).toEqual([news.transactionHash]);
  });
});

describe('a chain that a release gives a name', () => {
  it('keeps its wallets: what was mined in between is told', async () => {
    const world = new PollWorld();
    const unnamed = watchOf({
      chain: { name: '0x2105', id: '0x2105', explorer: null, rescanBlocks: 150 },
    });
    world.chain.mine(blockAt(-10));
    await world.poll(unnamed);
    const news = world.chain.mine(blockAt(1));
    // From here on it is known as base, and the row goes by either.
    await pollRow(world, { chain: 'base' });
    await pollRow(world, { chain: '0x2105' });
    expect(world.told()).toEqual([news.transactionHash]);
    expect(kinds(world)).toEqual(['wallet.watching', 'transfer.received']);
  });
});

async function leftAlert() {
  const world = new PollWorld();
  await world.poll(watch);
  return world.published[0];
}
