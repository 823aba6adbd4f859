import { expect, it } from 'vitest';
import { watchOf } from '../support/alerts.ts';
import { begunWorld, blockAt } from '../support/poll-world.ts';

const watch = watchOf();

it('coin that the node shows late is reported, even long after tokens of later blocks', async () => {
  const world = await begunWorld(watch);
  world.chain.mine(blockAt(2));
  const coinThrough = blockAt(1);
  for (let polls = 0; polls < 10; polls += 1) await world.poll(watch, { coinThrough });
  expect(world.states.stateOf(watch).settled).toBeLessThanOrEqual(coinThrough);
  const late = world.chain.mine(blockAt(2), { kind: 'native', logIndex: null }, { address: null });
  await world.poll(watch, { coinThrough: blockAt(11) });
  expect(world.told()).toContain(late.transactionHash);
  expect(world.states.stateOf(watch).settled).toBe(blockAt(2));
});
