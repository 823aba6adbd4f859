import { beforeEach, describe, expect, it } from 'vitest';
import { treasury, watchOf } from '../support/alerts.ts';
import { blockAt, PollWorld } from '../support/worlds/poll-world.ts';
import { emptyWorld, hashesOf, pollTimes, typesOf } from './story.ts';

const watch = watchOf();
let world: PollWorld;
const polls = (count: number) => pollTimes(world, watch, count);
const expectTold = (...transfers: Parameters<typeof hashesOf>[0]) =>
  expect(world.told()).toEqual(hashesOf(transfers));

describe('the first poll', () => {
  beforeEach(() => {
    world = new PollWorld();
  });
  /** The watch begins, and reports only later transfers. */
  async function expectBegins() {
    await polls(1);
    expect(typesOf(world.published)).toEqual(['wallet.watching']);
    const fresh = world.chain.mine(blockAt(1) + 1);
    await polls(1);
    expectTold(fresh);
  }

  it('guarantee 2: reports no earlier transfer, and every later one', async () => {
    for (let i = 0; i < 30; i += 1) world.chain.mine(blockAt(-20) + i);
    await expectBegins();
  });

  it("begins even if the newest page's only transfer has an impossible block number", async () => {
    world.chain.largestPage = 1;
    world.chain.mine(blockAt(-20));
    world.chain.mine(9_000_000_000, { blockTimestamp: '2026-01-01T00:00:00.000Z' });
    await expectBegins();
  });

  it('reports everything from fromBlock on, in chain order, after wallet.watching', async () => {
    for (const block of [499_997, 499_999, 499_998, 499_996]) world.chain.mine(block);
    await world.poll(watchOf({ fromBlock: 499_997 }));
    const [watching, ...told] = world.published;
    expect(watching).toMatchObject({ type: 'wallet.watching', fromBlock: 499_997 });
    expect(told.map((alert) => 'transfer' in alert && alert.transfer.blockNumber)).toEqual([
      499_997, 499_998, 499_999,
    ]);
  });
});

describe('every later poll', () => {
  beforeEach(async () => {
    world = await emptyWorld(watch);
  });

  it('guarantee 1: reports each transfer, and none twice, whenever the API shows it', async () => {
    const second = world.chain.mine(blockAt(2));
    await polls(1);
    const [late, third] = [world.chain.mine(blockAt(1)), world.chain.mine(blockAt(3))];
    await polls(2);
    expectTold(second, late, third);
  });

  it('guarantee 3: publishes in chain order, whatever order the API lists', async () => {
    const late = world.chain.mine(blockAt(1) + 2, { transactionIndex: 1 });
    const early = world.chain.mine(blockAt(1) + 1, { transactionIndex: 9 });
    const earliest = world.chain.mine(blockAt(1) + 1, { transactionIndex: 2 });
    await polls(1);
    expectTold(earliest, early, late);
  });

  it('guarantee 4: writes nothing when idle, and makes one call', async () => {
    world.chain.mine(blockAt(1));
    await polls(1);
    const written = () => [world.states.saves, world.ledger.rows.get(`${treasury}#0x1`)?.size];
    const [before, { calls }] = [written(), world.chain];
    await polls(1);
    expect([written(), world.chain.calls]).toEqual([before, calls + 1]);
  });

  it('names an entry that can not be read at the second poll, without a call or a delay, and reports it once it can be read', async () => {
    const transactionHash = `0x${'ab'.repeat(32)}`;
    const entry = { transactionHash, blockNumber: blockAt(1), reason: 'value is missing' };
    world.chain.unreadable.push(entry);
    const other = world.chain.mine(blockAt(2));
    await polls(1);
    expectTold(other);
    await polls(3);
    const explorerUrl = `https://etherscan.io/tx/${transactionHash}`;
    expect(world.published.slice(1)).toMatchObject([
      { type: 'entry.unreadable', entry: { ...entry, explorerUrl, others: 0 } },
    ]);
    expect(world.chain.calls).toBe(1 + 4);
    world.chain.unreadable.length = 0;
    const readable = world.chain.mine(blockAt(1), { transactionHash });
    await polls(1);
    expectTold(other, readable);
  });

  it('leaves out transfers that the row excludes, and records them', async () => {
    const row = watchOf({ direction: 'out' });
    world.chain.mine(blockAt(1));
    await world.poll(row);
    expectTold();
    expect(world.history.size).toBe(0);
    const { saves } = world.states;
    await world.poll(row);
    expect(world.states.saves).toBe(saves);
  });
});
