import { describe, expect, it } from 'vitest';
import { findChain } from '../../functions/chain/chains.ts';
import { watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt, type PollWorld } from '../support/poll-world.ts';

const newest = blockAt(10_000);
const minute = 60_000;

/** A wallet of that chain that was told of a transfer in the newest block; the block was mined at the poll. */
async function polledWorld(name: string) {
  const watch = watchOf({ chain: findChain(name) });
  const world = await begunWorld(watch);
  // Long enough for the chain to get there, and for all before to be settled.
  for (let polls = 0; polls < 8; polls += 1) await world.poll(watch, { after: 15_000 * minute });
  mine(world, newest, 0);
  await world.poll(watch, { after: 0 });
  expect(world.told()).toHaveLength(1);
  return { world, watch, depth: watch.chain.rescanBlocks };
}

function mine(world: PollWorld, block: number, ago: number) {
  return world.chain.mine(block, { blockTimestamp: new Date(world.now - ago).toISOString() });
}

describe.each(['eth', 'gnosis', 'polygon', 'avalanche', 'bsc', 'arbitrum', '0x7777'])(
  'on %s, whose five minutes are so many blocks of its own',
  (chain) => {
    it('a transfer that the API shows late in the deepest of them is reported', async () => {
      const { world, watch, depth } = await polledWorld(chain);
      const late = mine(world, newest - depth, 4 * minute);
      await world.poll(watch);
      expect(world.told().at(-1)).toBe(late.transactionHash);
    });

    it('a transfer that a re-org takes out of the deepest of them is taken back', async () => {
      const { world, watch, depth } = await polledWorld(chain);
      const told = world.chain.transfers.at(-1);
      mine(world, newest + depth, 0);
      await world.poll(watch, { after: minute });
      world.chain.transfers.splice(world.chain.transfers.indexOf(told as never), 1);
      await world.poll(watch);
      await world.poll(watch);
      expect(world.published.at(-1)).toMatchObject({
        type: 'transfer.reverted',
        transfer: { transactionHash: told?.transactionHash },
      });
    });
  },
);
