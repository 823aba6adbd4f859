import { expect, it } from 'vitest';
import { exchange, imitation, treasury, watchOf } from '../support/alerts.ts';
import { MemorySource } from '../support/fakes/memory-source.ts';
import { blockAt, PollWorld } from '../support/worlds/poll-world.ts';

const watch = watchOf();
const spam = { verified: false, name: 'Visit claim-usdc.example', symbol: 'CLAIM USDC' };
const sent = { from: { address: treasury, label: null }, to: { address: exchange, label: null } };

/** A wallet's month in short: it begins, is paid, pays, gets lures and poisoning, and has a storm and a re-org. */
async function live(world: PollWorld): Promise<PollWorld> {
  world.chain.mine(blockAt(-10));
  await world.poll(watch);
  world.chain.mine(blockAt(1), sent);
  const dropped = world.chain.mine(blockAt(1));
  world.chain.mine(blockAt(1), {}, spam);
  await world.poll(watch);
  world.chain.mine(blockAt(2), { value: 0n, ...sent, to: { address: imitation, label: null } });
  await world.poll(watch);
  world.chain.transfers.splice(world.chain.transfers.indexOf(dropped), 1);
  for (let i = 0; i < 40; i += 1) world.chain.mine(blockAt(3) + (i % 4), { value: BigInt(i + 1) });
  for (let i = 0; i < 12; i += 1) await world.poll(watch);
  world.chain.mine(blockAt(16));
  await world.poll(watch, { after: 3_600_000 });
  await world.poll(watch);
  return world;
}

it('a source without pages and cursors gives the same alerts, history and state', async () => {
  const api = await live(new PollWorld());
  const node = new PollWorld();
  Object.assign(node.deps, { source: new MemorySource(() => node.chain.transfers) });
  await live(node);
  expect(new Set(api.published.map(({ type }) => type))).toEqual(
    new Set([
      'wallet.watching',
      'transfer.received',
      'transfer.sent',
      'transfers.digest',
      'transfer.reverted',
      'wallet.poisoning',
    ]),
  );
  expect(node.published).toEqual(api.published);
  expect(node.history).toEqual(api.history);
  expect(node.states.items).toEqual(api.states.items);
  expect(node.chain.calls).toBe(0);
});
