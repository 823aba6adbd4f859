import { expect, it } from 'vitest';
import { NoSlot } from '../../../functions/transfer/source-errors.ts';
import { exchange, party, treasury, watchOf } from '../../support/alerts.ts';
import { chainSums, toldSums } from '../../support/sums.ts';
import { begunWorld, blockAt } from '../../support/worlds/poll-world.ts';

const watch = watchOf();

it.each([
  [10_100, 1],
  [30_000, 1],
  [20_000, 25],
])(
  "%i made-up transfers in %i block(s) hide no older theft, at the smallest plan's pace, in items under 300 KB",
  { timeout: 300_000 },
  async (count, blocks) => {
    const world = await begunWorld(watch);
    world.published.length = 0;
    world.chain.transfers.length = 0;
    const last = blockAt(10);
    world.advance(600_000);
    for (let i = 0; i < count; i += 1) {
      const token = { verified: false, name: 'Some Coin', symbol: 'SOME' };
      world.chain.mine(last - blocks + 1 + Math.floor((i * blocks) / count), { value: BigInt(i + 1) }, token);
    }
    const theft = { value: 900_000_000n, from: party(treasury), to: party(exchange) };
    const stolen = world.chain.mine(last, theft);
    world.atCall = ({ deadline }) => {
      world.advance(222);
      if (world.now > deadline) throw new NoSlot('no turn is left');
    };
    for (let polls = 0; polls < 40; polls += 1) await world.poll(watch).catch(() => {});
    const told = world.published.filter(
      (alert) => 'transfer' in alert && alert.transfer.transactionHash === stolen.transactionHash,
    );
    expect(told).toHaveLength(1);
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
    expect(world.largestItem).toBeLessThan(300_000);
    // All is settled: an idle poll makes one call, which returns an empty page.
    const { calls } = world.chain;
    await world.poll(watch);
    expect(world.chain.calls - calls).toBe(1);
    expect(world.chain.lastPage).toEqual([]);
  },
);
