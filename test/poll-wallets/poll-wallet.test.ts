import { beforeEach, describe, expect, it } from 'vitest';
import { BadRequest } from '../../functions/transfer/source-errors.ts';
import { exchange, treasury, usdc, watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
/** The block that is mined as the world's time begins, and twelve seconds each from there. */

describe('the first poll', () => {
  let world: PollWorld;
  beforeEach(() => {
    world = new PollWorld();
  });

  it('guarantee 2: reports nothing that was mined before, and all that is mined after', async () => {
    for (let i = 0; i < 30; i += 1) world.chain.mine(blockAt(-20) + i);
    await world.poll(watch);
    expect(world.published.map(({ type }) => type)).toEqual(['wallet.watching']);
    const fresh = world.chain.mine(blockAt(1) + 1);
    await world.poll(watch);
    expect(world.told()).toEqual([fresh.transactionHash]);
  });

  it('reports no burst of what lies beyond a full first page', async () => {
    for (let i = 0; i < 250; i += 1) world.chain.mine(blockAt(0) + 3);
    await world.poll(watch);
    await world.poll(watch);
    expect(world.told()).toEqual([]);
    expect(world.chain.calls).toBe(1 + 1); // the newest page; then one page of what is not settled
  });

  it('begins where the newest page shows no transfer of the wallet, and reads no older pages', async () => {
    world.chain.mine(blockAt(-20));
    const pages = world.pages.bind(world);
    world.pages = async function* (query, limits) {
      if (query.from === null) yield { transfers: [], unreadable: [], cursor: 'older' };
      yield* pages(query, limits);
    };
    await world.poll(watch);
    expect(world.published.map(({ type }) => type)).toEqual(['wallet.watching']);
    const fresh = world.chain.mine(blockAt(1) + 1);
    await world.poll(watch);
    expect(world.told()).toEqual([fresh.transactionHash]);
  });

  it('begins where the only transfer of the newest page has an impossible block number', async () => {
    world.chain.largestPage = 1;
    world.chain.mine(blockAt(-20));
    world.chain.mine(9_000_000_000, { blockTimestamp: '2026-01-01T00:00:00.000Z' });
    await world.poll(watch);
    const fresh = world.chain.mine(blockAt(1) + 1);
    await world.poll(watch);
    expect(world.told()).toEqual([fresh.transactionHash]);
  });

  it('reports everything from fromBlock on, in chain order, after wallet.watching', async () => {
    for (const block of [499_997, 499_999, 499_998, 499_996]) world.chain.mine(block);
    const from = watchOf({ fromBlock: 499_997 });
    await world.poll(from);
    expect(world.published[0]).toMatchObject({ type: 'wallet.watching', fromBlock: 499_997 });
    expect(
      world.published.slice(1).map((alert) => 'transfer' in alert && alert.transfer.blockNumber),
    ).toEqual([499_997, 499_998, 499_999]);
  });

  it('is not made while the API refuses', async () => {
    world.chain.fault = new BadRequest('no such chain');
    await expect(world.poll(watch)).rejects.toThrow(BadRequest);
    expect(world.published).toEqual([]);
    expect(world.states.items.size).toBe(0);
  });
});

describe('every later poll', () => {
  let world: PollWorld;
  beforeEach(async () => {
    world = await begunWorld(watch);
    world.published.length = 0;
  });

  it('guarantee 4: writes nothing when idle, and makes one call', async () => {
    world.chain.mine(blockAt(1));
    await world.poll(watch);
    const before = { saves: world.states.saves, history: world.history.size, calls: world.chain.calls };
    await world.poll(watch);
    expect(world.states.saves).toBe(before.saves);
    expect(world.history.size).toBe(before.history);
    expect(world.chain.calls).toBe(before.calls + 1);
  });

  it('guarantee 1: reports each transfer, and none twice', async () => {
    const first = world.chain.mine(blockAt(1));
    await world.poll(watch);
    const second = world.chain.mine(blockAt(2));
    await world.poll(watch);
    await world.poll(watch);
    expect(world.told()).toEqual([first.transactionHash, second.transactionHash]);
  });

  it('reports a late-indexed transfer once', async () => {
    world.chain.mine(blockAt(2));
    await world.poll(watch);
    const late = world.chain.mine(blockAt(1));
    await world.poll(watch);
    await world.poll(watch);
    expect(world.told().filter((hash) => hash === late.transactionHash)).toHaveLength(1);
  });

  it('guarantee 3: publishes in chain order, whatever order the API lists', async () => {
    const late = world.chain.mine(blockAt(1) + 2, { transactionIndex: 1 });
    const early = world.chain.mine(blockAt(1) + 1, { transactionIndex: 9 });
    const earliest = world.chain.mine(blockAt(1) + 1, { transactionIndex: 2 });
    await world.poll(watch);
    expect(world.told()).toEqual([earliest, early, late].map(({ transactionHash }) => transactionHash));
  });

  it('stays silent about a transfer that a re-org moved', async () => {
    const transfer = world.chain.mine(blockAt(1));
    await world.poll(watch);
    world.chain.transfers.pop();
    world.chain.mine(blockAt(1) + 2, { transactionHash: transfer.transactionHash });
    await world.poll(watch);
    await world.poll(watch);
    expect(world.told()).toEqual([transfer.transactionHash]);
  });

  it('reads a block again until it is five minutes old, and an idle wallet’s no longer', async () => {
    const { blockNumber } = world.chain.mine(blockAt(1));
    await world.poll(watch);
    await world.poll(watch, { after: 200_000 });
    expect(world.states.stateOf(watch).settled).toBeLessThan(blockNumber);
    await world.poll(watch);
    expect(world.states.stateOf(watch).settled).toBe(blockNumber);
    world.chain.calls = 0;
    await world.poll(watch);
    expect([world.chain.calls, world.chain.lastPage]).toEqual([1, []]);
  });

  it('drops transfers that are somebody else’s', async () => {
    world.chain.mine(blockAt(1), { to: { address: usdc, label: null } });
    await world.poll(watch);
    expect(world.told()).toEqual([]);
  });

  it('fills in the receiver that the API leaves out', async () => {
    world.chain.mine(blockAt(1), { to: { address: null, label: null } });
    await world.poll(watch);
    expect(world.published).toMatchObject([{ transfer: { direction: 'in', to: { address: treasury } } }]);
  });

  it('hides certain spam, with its reasons in History', async () => {
    const lure = world.chain.mine(blockAt(1), { possibleSpam: true }, { verified: false });
    await world.poll(watch);
    expect(world.told()).toEqual([]);
    expect([...world.history.values()]).toMatchObject([
      {
        status: 'hidden',
        alert: { transfer: { transactionHash: lure.transactionHash }, verdict: { spam: true } },
      },
    ]);
  });

  it.each([
    ['direction', watchOf({ direction: 'out' })],
    ['tokens', watchOf({ tokens: new Set([exchange]) })],
    ['ignoreTokens', watchOf({ ignoreTokens: new Set([usdc]) })],
    ['minAmount', watchOf({ minAmount: { byToken: new Map(), otherwise: '12500.500001' } })],
  ])('leaves out what the row does not ask for by %s, and remembers it', async (_attribute, narrow) => {
    world.chain.mine(blockAt(1));
    await world.poll(narrow);
    expect(world.told()).toEqual([]);
    expect(world.history.size).toBe(0);
    const saves = world.states.saves;
    await world.poll(narrow);
    expect(world.states.saves).toBe(saves);
  });

  it('never drops a token of unknown decimals by minAmount', async () => {
    world.chain.mine(blockAt(1), {}, { decimals: null, address: exchange });
    await world.poll(watchOf({ minAmount: { byToken: new Map(), otherwise: '1000000000' } }));
    expect(world.published).toMatchObject([{ transfer: { amount: null, value: '12500500000' } }]);
  });
});
