import { beforeEach, describe, expect, it } from 'vitest';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import { KeyMissing, UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { treasury, watchOf } from '../support/alerts.ts';
import { blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();

let world: PollWorld;
beforeEach(() => {
  world = new PollWorld();
});

async function pollFails(bulk = false): Promise<void> {
  world.now += 60_000;
  world.chain.fault = new UpstreamUnavailable('time-out', null);
  await world.pollEach(watch, { bulk });
  world.chain.fault = null;
}

describe('guarantee 2: if the first poll fails', () => {
  it('transfers mined after it are reported, and earlier ones are not', async () => {
    for (let i = 0; i < 30; i += 1) world.chain.mine(blockAt(-20) + i);
    await pollFails();
    const since = new Date(world.now).toISOString();
    const meanwhile = world.chain.mine(blockAt(3));
    world.now += 9 * 60_000;
    await world.poll(watch);
    expect(world.published[0]).toMatchObject({ type: 'wallet.watching', since });
    expect(world.told()).toEqual([meanwhile.transactionHash]);
    await world.poll(watch);
    const later = world.chain.mine(blockAt(12));
    await world.poll(watch);
    expect(world.told()).toEqual([meanwhile.transactionHash, later.transactionHash]);
  });

  it('every transfer mined after it is reported, even if they fill more than a page', async () => {
    await pollFails();
    for (let i = 0; i < 250; i += 1) world.chain.mine(blockAt(3) + (i % 20));
    world.now += 9 * 60_000;
    await world.poll(watch);
    const counts = world.published.map((alert) => ('digest' in alert ? alert.digest.count : 0));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(250);
  });

  it('a wallet of an import has no announcement of its own if it begins later than the others', async () => {
    world.begun = 10;
    await pollFails(true);
    await world.poll(watch);
    expect(world.published).toEqual([]);
    expect(world.states.stateOf(watch).start).not.toBeNull();
  });

  it('the same holds if there was no key', async () => {
    const open = async () => {
      throw new KeyMissing('There is no API key.', 'Set it.');
    };
    const source = { ...world.deps.source, open };
    const message = world.message([{ wallet: treasury, chain: 'eth' }]);
    await pollWallets(message, { ...world.deps, source }, world.now + 60_000);
    const meanwhile = world.chain.mine(blockAt(3));
    world.now += 9 * 60_000;
    await world.poll(watch);
    expect(world.told()).toEqual([meanwhile.transactionHash]);
  });
});

it('noting a poll that failed half way keeps what the poll has saved', async () => {
  await world.poll(watch);
  for (let i = 0; i < 5; i += 1) world.chain.mine(blockAt(2));
  world.now += 60_000;
  world.atAwait = (point) => {
    if (point === 'before publish') throw new Error('cut off');
  };
  const result = await world.pollEach(watch);
  expect(result?.error).not.toBeNull();
  expect(result?.cursor).toEqual(world.states.stateOf(watch));
  expect(result?.cursor.open).toMatchObject({ rows: 5, messages: 5, published: 0 });
});
