import { beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { exchange, imitation, watchOf } from '../support/alerts.ts';
import { chainSums, toldSums } from '../support/sums.ts';
import { blockAt, PollWorld } from '../support/worlds/poll-world.ts';
import {
  drop,
  emptyWorld,
  hour,
  lives,
  month,
  pays,
  pollTimes,
  sends,
  spam,
  times,
  typesOf,
} from './story.ts';

const watch = watchOf();

let world: PollWorld;
beforeEach(async () => {
  world = await emptyWorld(watch);
  // Small pages: a fifth of the transfers fills as many.
  world.chain.largestPage = 20;
});
const expectAllTold = () => expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));

describe('a storm of transfers', () => {
  it('of ten is reported one by one, of eleven in one digest', async () => {
    for (let i = 0; i < 10; i += 1) world.chain.mine(blockAt(1) + i);
    await world.poll(watch);
    expect(typesOf(world.published)).toEqual(Array(10).fill('transfer.received'));
    for (let i = 0; i < 11; i += 1) world.chain.mine(blockAt(3) + i);
    await world.poll(watch);
    const digest = { count: 11, fromBlock: blockAt(3), toBlock: blockAt(3) + 10, hidden: 0 };
    expect(world.published.slice(10)).toMatchObject([{ type: 'transfers.digest', digest }]);
    expectAllTold();
  });

  it('is read once more, not at each poll, if the wallet never had a transfer before', async () => {
    world = new PollWorld();
    await world.poll(watch);
    await world.poll(watch, { after: hour });
    for (let i = 0; i < 300; i += 1) world.chain.mine(blockAt(61), ...spam);
    await world.poll(watch, { after: 120_000 });
    const { calls } = world.chain;
    await pollTimes(world, watch, 4);
    expect(world.chain.calls - calls).toBe(4);
  });

  it('costs later polls the rows of one page, and the final look all rows once', async () => {
    for (let i = 0; i < 700; i += 1) world.chain.mine(blockAt(1) + (i % 2), ...spam);
    await world.poll(watch, { after: 120_000 });
    const { rowsAbove, rowsFrom } = world.deps.history;
    let asked = 0;
    const counted = <Rows extends readonly unknown[]>(rows: Rows) => {
      asked += rows.length;
      return rows;
    };
    world.deps.history.rowsAbove = (...of) => rowsAbove(...of).then(counted);
    world.deps.history.rowsFrom = (...of) => rowsFrom(...of).then(counted);
    const { calls } = world.chain;
    await pollTimes(world, watch, 5);
    expect(world.chain.calls - calls).toBe(5);
    expect(asked).toBeLessThan(5 * 30);
    expect(asked).toBeGreaterThan(0);
    asked = 0;
    await world.poll(watch, { after: 600_000 });
    expect(asked).toBeGreaterThan(700);
    expect(asked).toBeLessThan(750);
    const { settled, newest } = world.states.stateOf(watch);
    expect(settled).toBe(newest);
  });

  it('has thirty of the hundreds of transfers that the chain drops taken back singly, and an older one too', async () => {
    world.chain.largestPage = 100;
    const older = world.chain.mine(blockAt(1));
    await world.poll(watch);
    for (let i = 0; i < 1_200; i += 1) world.chain.mine(blockAt(2), {}, { address: exchange });
    await world.poll(watch);
    world.published.length = 0;
    for (const gone of [older, ...world.chain.transfers.slice(-400)]) drop(world, gone);
    // Until the final look at these blocks, and one poll more.
    await pollTimes(world, watch, 14);
    expect(typesOf(world.published)).toEqual(times(31, () => 'transfer.reverted'));
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(31);
    expect(world.published.at(-1)).toMatchObject({ others: { count: 370, totals: [{ count: 370 }] } });
    expect(world.largestItem).toBeLessThan(2_000);
  });
});

describe('a re-org of more transfers than a batch holds', () => {
  const count = 2_600;
  /** The most rows that a batch had, and the time in ms that a batch takes. */
  let [most, takes] = [0, 0];
  beforeEach(async () => {
    world.chain.largestPage = 1_000;
    for (let i = 0; i < count; i += 1) world.chain.mine(blockAt(1), {}, { address: exchange });
    await world.poll(watch, { after: 120_000 });
    expect(world.published).toMatchObject([{ type: 'transfers.digest', digest: { count } }]);
    [most, takes] = [0, 0];
    const { put } = world.deps.history;
    world.deps.history.put = (of, batch, rows) => {
      most = Math.max(most, rows.length);
      world.advance(takes);
      return put(of, batch, rows);
    };
  });
  const statuses = (status: string) =>
    [...(world.ledger.rows.values().next().value?.values() ?? [])].filter((row) => row.status === status);

  it('writes their rows at their new places in parts, and the next poll goes on after the last part in time', async () => {
    const blockHash = `0x${'f'.repeat(64)}`;
    const moved = world.chain.transfers.map((one) => ({ ...one, blockNumber: blockAt(3), blockHash }));
    world.chain.transfers.splice(0, count, ...moved);
    takes = 10_001;
    expect(await world.poll(watch, { deadline: world.now + 70_000 })).toMatchObject({ isBehind: true });
    expect(statuses('moved')).toHaveLength(2_500);
    takes = 0;
    await pollTimes(world, watch, 14);
    expect(statuses('moved')).toHaveLength(count);
    expect(most).toBe(5_000);
    expect(world.published).toHaveLength(1);
    expect(world.states.stateOf(watch)).toMatchObject({ settled: blockAt(3), newest: blockAt(3) });
  });

  it('takes them back in parts: their alerts are read one by one, and 30,000 would outlast every poll', async () => {
    world.chain.transfers.length = 0;
    await pollTimes(world, watch, 2);
    expect(statuses('reverted')).toHaveLength(2_500);
    expect(await world.poll(watch)).toMatchObject({ hasMissed: false });
    expect(statuses('reverted')).toHaveLength(count);
    expect(most).toBe(2_500);
    expect(typesOf(world.published)).toEqual(['transfers.digest', ...times(60, () => 'transfer.reverted')]);
  });
});

describe('a storm that fills a digest', () => {
  it('has a digest for each 30,000 that wait, and the poll goes on after it', async () => {
    world.chain.largestPage = 1_000;
    const { save } = world.deps.states;
    world.deps.states.save = (of, cursor) => {
      const waiting = cursor.rations.in.waiting && { ...cursor.rations.in.waiting, count: 30_000 };
      return save(of, { ...cursor, rations: { ...cursor.rations, in: { ...cursor.rations.in, waiting } } });
    };
    mineTwoBatches('never', () => {});
    expect(await world.poll(watch, { after: month })).toMatchObject({ isBehind: true, told: 2_500 });
    expect(world.published).toMatchObject([{ type: 'transfers.digest', digest: { count: 2_500 } }]);
    expect(await world.poll(watch, { after: hour })).toMatchObject({ isBehind: false, told: 100 });
    expectAllTold();
  });
});

/** More transfers than a batch holds; `happens` runs at this point, after the first batch is committed. */
function mineTwoBatches(at: string, happens: () => void) {
  for (let i = 0; i < 2_600; i += 1) world.chain.mine(blockAt(1) + (i >> 5));
  world.atAwait = (point) => {
    const { open, rations } = world.states.stateOf(watch);
    if (point === at && rations.in.waiting !== null && open === null) happens();
  };
}

describe('a storm of more transfers than a batch holds', () => {
  beforeEach(() => {
    world.chain.largestPage = 1_000;
  });

  it('may leave its second batch at the deadline, and the next poll reports the rest', async () => {
    const late = world.now + month + 30_001;
    mineTwoBatches('after save', () => {
      world.now = Math.max(world.now, late);
    });
    expect(await world.poll(watch, { after: month })).toMatchObject({ isBehind: true, told: 2_500 });
    expect(world.published).toEqual([]);
    expect(await lives(world).poll(watch)).toMatchObject({ isBehind: false, told: 100 });
    expectAllTold();
  });

  it('judges its second batch by what the first one taught, and digests the transfers of both', async () => {
    world.chain.mine(blockAt(1), pays());
    const other = parseAddress(`${imitation.slice(0, 20)}77777777${imitation.slice(28)}`);
    world.chain.mine(blockAt(1), sends(other, 0n));
    mineTwoBatches('never', () => {});
    world.chain.mine(blockAt(1) + 100, sends(imitation, 0n));
    expect(await world.poll(watch, { after: month })).toMatchObject({ told: 2_601, warned: 2 });
    world.chain.transfers.pop();
    world.chain.transfers.splice(1, 1);
    expectAllTold();
  });
});

describe('a storm of more transfers than a read may hold', () => {
  const mostHeld = 600;
  /** A part of a read shows twenty pages of twenty transfers. */
  const ofPart = 400;

  it('is reported from its lowest blocks upwards, in reads that each fit into the memory; the wallet is behind until the last', async () => {
    world.deps.mostHeld = mostHeld;
    const { held } = world.deps.history;
    let most = 0;
    world.deps.history.held = async (...of) => {
      const transfers = await held(...of);
      most = Math.max(most, transfers.length);
      return transfers;
    };
    for (let i = 0; i < 2_400; i += 1) world.chain.mine(blockAt(1) + (i >> 3));
    const blocks: (number | null)[] = [];
    let outcome = await world.poll(watch, { after: hour });
    for (let polls = 0; outcome.isBehind && polls < 20; polls += 1) {
      blocks.push(outcome.cursor.block);
      outcome = await world.poll(watch);
    }
    expect(outcome).toMatchObject({ isBehind: false, cursor: { reading: null, block: blockAt(1) + 299 } });
    expect(new Set(blocks).size).toBeGreaterThan(2);
    expect(blocks).toEqual(blocks.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
    expect(most).toBeGreaterThan(mostHeld - ofPart);
    expect(most).toBeLessThanOrEqual(mostHeld);
    await world.poll(watch, { after: hour });
    expectAllTold();
  });

  it('may have more than that in one block, which one read holds', async () => {
    world.deps.mostHeld = mostHeld;
    for (let i = 0; i < 1_000; i += 1) world.chain.mine(blockAt(1));
    for (let i = 0; i < 400; i += 1) world.chain.mine(blockAt(2) + i);
    let outcome = await world.poll(watch, { after: hour });
    for (let polls = 0; outcome.isBehind && polls < 20; polls += 1) outcome = await world.poll(watch);
    expect(outcome).toMatchObject({ isBehind: false, cursor: { reading: null, block: blockAt(2) + 399 } });
    await world.poll(watch, { after: hour });
    expectAllTold();
  });
});
