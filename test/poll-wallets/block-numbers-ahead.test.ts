import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { Transfer } from '../../functions/transfer/transfer.ts';
import { watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
const farAhead = 9_000_000_000;
const hour = 3_600_000;
let world: PollWorld;
let minute = 0;
beforeEach(async () => {
  minute = 0;
  world = await begunWorld(watch);
});

/** The API's clock, and ours. */
const now = () => new Date(world.now).toISOString();
const odd = (block = farAhead, over: Partial<Transfer> = {}) =>
  world.chain.mine(block, { blockTimestamp: now(), ...over });
const mineNext = () => {
  minute += 1;
  return world.chain.mine(blockAt(minute), { blockTimestamp: now() });
};
const remove = (gone: Transfer) => world.chain.transfers.splice(world.chain.transfers.indexOf(gone), 1);
const correct = (one: Transfer, blockNumber: number) => {
  remove(one);
  world.chain.transfers.push({ ...one, blockNumber });
};
const storedBlock = () => world.states.stateOf(watch, world.now).block;
const types = () => world.published.slice(1).map(({ type }) => type);
const hashes = (...ones: Transfer[]) => ones.map(({ transactionHash }) => transactionHash);
/** Counts those of these transfers that had alerts of their own, and all transfers in digests. */
function countTold(transfers: readonly Transfer[]): number {
  const told = new Set(world.told());
  const digests = world.published.flatMap((alert) => ('digest' in alert ? [alert.digest.count] : []));
  const single = transfers.filter(({ transactionHash }) => told.has(String(transactionHash))).length;
  return single + digests.reduce((sum, count) => sum + count, 0);
}
async function polls(count: number, after = 60_000) {
  for (let i = 0; i < count; i += 1) await world.poll(watch, { after });
}
/** Plays minutes with one transfer and one poll each. */
async function mined(count: number): Promise<Transfer[]> {
  const all: Transfer[] = [];
  for (let i = 0; i < count; i += 1) {
    all.push(mineNext());
    await world.poll(watch);
  }
  return all;
}

describe('the highest transfer, dropped by a re-org', () => {
  it.each([8, 12, 30])(
    '%i minutes up causes no repeat of earlier transfers, if the API gives no times',
    async (far) => {
      const timeless = { blockTimestamp: null };
      for (let i = 1; i <= 6; i += 1) {
        world.chain.mine(blockAt(i), timeless);
        await world.poll(watch);
      }
      const gone = world.chain.mine(blockAt(far), timeless);
      await world.poll(watch);
      remove(gone);
      await polls(8);
      const ids = world.published.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(types().filter((type) => type === 'transfer.received')).toHaveLength(7);
    },
  );
});

describe('a block number far ahead of the chain that the next reply no longer has', () => {
  it('is reported, taken back, and hides nothing that comes after it', async () => {
    const before = await mined(1);
    const ghost = odd();
    await world.poll(watch);
    remove(ghost);
    const later = await mined(10);
    expect(world.told()).toEqual([
      ...hashes(...before, ghost, ...later.slice(0, 1)),
      ...hashes(ghost), // as reverted
      ...hashes(...later.slice(1)),
    ]);
    expect(types().filter((type) => type === 'transfer.reverted')).toHaveLength(1);
    expect(storedBlock()).toBe(blockAt(minute));
  });

  it('is taken back by the next poll after it went missing, however late that poll is', async () => {
    await mined(1);
    const ghost = odd();
    await world.poll(watch);
    remove(ghost);
    expect((await world.poll(watch)).missed).toBe(true);
    world.now += hour;
    expect((await world.poll(watch)).missed).toBe(false);
    expect(types().at(-1)).toBe('transfer.reverted');
  });

  it('that the state does not reveal moves the stored block back to the highest real one', async () => {
    const before = await mined(1);
    await polls(8);
    // After most of a year without a poll the chain may have reached that block.
    world.now += 200 * 24 * hour;
    const ghost = odd(20_000_000);
    await world.poll(watch);
    expect(storedBlock()).toBe(20_000_000);
    const meanwhile = mineNext();
    remove(ghost);
    await polls(2);
    expect(storedBlock()).toBe(meanwhile.blockNumber);
    const later = await mined(5);
    expect(world.told()).toEqual(hashes(...before, ghost, meanwhile, ghost, ...later));
    expect(storedBlock()).toBe(blockAt(minute));
  });
});

describe('a block number far ahead of the chain that stays in every reply', () => {
  it('is reported once, never becomes the stored block, and costs an idle poll one call and no write', async () => {
    const before = await mined(1);
    const stuck = odd();
    const { ahead } = await world.poll(watch);
    expect(ahead).toEqual([farAhead]);
    const later = await mined(20);
    expect(world.told()).toEqual(hashes(...before, stuck, ...later));
    expect(storedBlock()).toBe(blockAt(minute));
    await polls(8);
    const { saves } = world.states;
    const { calls } = world.chain;
    for (let i = 0; i < 5; i += 1) {
      expect((await world.poll(watch)).ahead).toEqual([farAhead]);
      expect(world.chain.lastPage).toEqual([stuck]);
    }
    expect(world.states.saves - saves).toBe(0);
    expect(world.chain.calls - calls).toBe(5);
    remove(stuck);
    expect((await world.poll(watch)).ahead).toEqual([]);
    await polls(3);
    expect(types()).not.toContain('transfer.reverted');
  });

  it('hides no transfer of a storm, and costs no further call', async () => {
    const calls: number[] = [];
    for (const isOdd of [false, true]) {
      world = await begunWorld(watch);
      const stuck = isOdd ? [odd()] : [];
      await world.poll(watch);
      const before = world.chain.calls;
      const storm = Array.from({ length: inject('thorough') ? 4_450 : 1_450 }, (_, i) =>
        world.chain.mine(blockAt(1) + Math.floor(i / 10), { value: 5_000_000n + BigInt(i) }),
      );
      await polls(3);
      calls.push(world.chain.calls - before);
      expect(countTold(storm)).toBe(storm.length);
      expect(storedBlock()).toBe(storm.at(-1)?.blockNumber);
      for (const { transactionHash } of stuck)
        expect(world.told().filter((hash) => hash === transactionHash)).toHaveLength(1);
    }
    const [without = 0, beside = 0] = calls;
    expect(beside).toBeLessThanOrEqual(without);
  });

  it.each([
    ['among others on the first page of the watch', 3],
    ['alone there', 0],
  ])('%s, is old, and later transfers are reported', async (_where, others) => {
    world = new PollWorld();
    const old = new Date(world.now - hour).toISOString();
    for (let i = 0; i < others; i += 1) world.chain.mine(blockAt(-10 - i), { blockTimestamp: old });
    odd(farAhead, { blockTimestamp: old });
    await world.poll(watch);
    const later = await mined(3);
    expect(world.told()).toEqual(hashes(...later));
    expect(storedBlock()).toBe(blockAt(3));
  });

  it('without a time, or with a wrong one, makes no difference', async () => {
    await mined(1);
    const timeless = odd(farAhead, { blockTimestamp: null });
    const old = odd(farAhead + 1, { blockTimestamp: '2099-01-01T00:00:00.000Z' });
    await world.poll(watch);
    const later = await mined(12);
    expect(world.told().slice(1)).toEqual(hashes(timeless, old, ...later));
    expect(storedBlock()).toBe(blockAt(minute));
  });
});

describe('a block number that is corrected later', () => {
  it('is reported once, and taken back if the chain drops it', async () => {
    await mined(1);
    const wrong = odd();
    await world.poll(watch);
    correct(wrong, blockAt(2));
    await polls(2);
    expect(types()).toEqual(['transfer.received', 'transfer.received']);
    world.chain.transfers.pop();
    await polls(2);
    expect(types().at(-1)).toBe('transfer.reverted');
  });

  it('is not taken back either if no other transfer came since', async () => {
    await mined(1);
    const wrong = odd();
    await polls(9);
    correct(wrong, blockAt(0));
    await polls(4);
    expect(types()).toEqual(['transfer.received', 'transfer.received']);
  });

  it('is not taken back when its true block is no longer read', async () => {
    await mined(1);
    const wrong = odd();
    await world.poll(watch);
    await mined(20);
    correct(wrong, blockAt(2));
    await mined(3);
    expect(types()).not.toContain('transfer.reverted');
    expect(world.told().filter((hash) => hash === wrong.transactionHash)).toHaveLength(1);
  });
});

describe('no number is doubted', () => {
  it('if the wallet was idle for a year', async () => {
    await mined(1);
    world.now += 365 * 24 * hour;
    const block = blockAt(365 * 24 * 60);
    const late = world.chain.mine(block, { blockTimestamp: now() });
    const { ahead } = await world.poll(watch);
    expect(ahead).toEqual([]);
    expect(world.told().at(-1)).toBe(late.transactionHash);
    expect(storedBlock()).toBe(block);
  });

  it('if a watch begins far behind', async () => {
    world = new PollWorld();
    world.now = Date.parse('2026-01-02T03:00:00.000Z');
    const all = [1_000, 50_000, 400_000].map((block) =>
      world.chain.mine(block, { blockTimestamp: `201${block === 1_000 ? 6 : 7}-01-02T03:04:05.000Z` }),
    );
    const { ahead } = await world.poll(watchOf({ fromBlock: 500 }));
    expect(ahead).toEqual([]);
    expect(world.told()).toEqual(hashes(...all));
  });

  it('for long if the chain itself leapt, and no transfer is lost or reported twice meanwhile', async () => {
    await mined(1);
    const leapt = blockAt(1) + 50_000_000;
    const all = Array.from({ length: 2_500 }, (_, i) =>
      world.chain.mine(leapt + Math.floor(i / 10), { value: 5_000_000n + BigInt(i), blockTimestamp: now() }),
    );
    await polls(3);
    expect(countTold(all)).toBe(all.length);
    expect(storedBlock()).toBeGreaterThanOrEqual(leapt);
  });
});
