import { expect, it } from 'vitest';
import { sourceCallsOfScan } from '../../../lib/cost/node-calls.ts';
import { HintedWorld, walletNumber } from '../../support/worlds/hinted-world.ts';

/** Measures the calls of a scan of an idle chain with this many wallets, by a tick or between two. */
async function callsOf(wallets: number): Promise<(blocks: number, seconds: number) => Promise<number>> {
  const world = HintedWorld.ofSource();
  const all = Array.from({ length: wallets }, (_, n) => walletNumber(n + 1));
  world.watch(all, { minBalance: '0.1' });
  await world.ticks(2);
  return async (blocks, seconds) => {
    for (let n = 0; n < blocks; n += 1) world.mine();
    world.node.calls = [];
    if (seconds === 0) await world.tick({ mines: false });
    else await world.between(seconds);
    return world.node.calls.length;
  };
}

it('a thousand wallets with everything on take at most twelve calls a scan on eth', async () => {
  const calls = await callsOf(1_000);
  expect([await calls(2, 0), await calls(1, 15), await calls(1, 30), await calls(2, 45)]).toEqual([
    12, 9, 9, 11,
  ]);
});

it.each([10, 2_500])('a scan of %i wallets takes as many calls as the estimate says', async (wallets) => {
  const calls = await callsOf(wallets);
  expect(await calls(3, 0)).toBe(sourceCallsOfScan(wallets, 3) + 1);
  expect(await calls(1, 15)).toBe(sourceCallsOfScan(wallets, 1));
});
