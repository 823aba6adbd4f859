import { beforeEach, describe, expect, it } from 'vitest';
import { exchange, watchOf } from '../support/alerts.ts';
import { blockAt, type PollWorld, toldWorld } from '../support/poll-world.ts';

const watch = watchOf();

let world: PollWorld;
beforeEach(async () => {
  world = await toldWorld(watch);
});

describe('a transfer that the chain drops', () => {
  it('is taken back too if a thousand others came meanwhile', async () => {
    const [dropped] = world.chain.transfers.slice(-1);
    if (dropped === undefined) throw new Error('nothing to drop');
    for (let i = 0; i < 1_200; i += 1) world.chain.mine(blockAt(2), {}, { address: exchange });
    await world.poll(watch);
    world.chain.transfers.splice(world.chain.transfers.indexOf(dropped), 1);
    // The final look at these blocks, and one more.
    for (let i = 0; i < 14; i += 1) await world.poll(watch);
    expect(world.published.map(({ type }) => type)).toContain('transfer.reverted');
  });

  it('is taken back once among hundreds', async () => {
    for (let i = 0; i < 1_500; i += 1) world.chain.mine(blockAt(2), {}, { address: exchange });
    await world.poll(watch);
    world.published.length = 0;
    world.chain.transfers.splice(-400);
    for (let i = 0; i < 12; i += 1) await world.poll(watch);
    const ids = world.published.map(({ id }) => id);
    expect(ids).toHaveLength(400);
    expect(new Set(ids).size).toBe(400);
    expect(world.largestItem).toBeLessThan(2_000);
  });
});
