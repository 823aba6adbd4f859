import { expect, it } from 'vitest';
import { unlimitedQuota } from '../../../functions/rate/daily-quota.ts';
import { usdc } from '../../support/alerts.ts';
import { HintedWorld, stranger, walletNumber } from '../../support/worlds/hinted-world.ts';

it('no wallet is polled from an old journal: the polls of a tail wait while the node does not answer, and for nothing else', async () => {
  const world = HintedWorld.ofSource();
  const wallet = walletNumber(1);
  world.watch([wallet]);
  await world.tick();
  world.mine({ from: stranger, to: wallet, token: usdc });
  expect(await world.tick()).toEqual([wallet]);
  world.node.reply = { status: 429, body: '' };
  expect(await world.ticks(2)).toEqual([[], []]);
  world.node.reply = null;
  // Its polls make no call of the API's plan.
  world.settings = { quota: { ...unlimitedQuota, isSpent: async () => true } };
  expect(await world.tick()).toEqual([wallet]);
});

it('a poll knows up to which block coin was read, unless that is more than a day behind', async () => {
  const world = HintedWorld.ofSource();
  world.works = false;
  const wallet = walletNumber(1);
  world.watch([wallet]);
  await world.tick();
  const through = world.node.head.number;
  const known = async () => {
    world.mine({ from: stranger, to: wallet, token: usdc });
    await world.tick();
    return Object.values(world.waiting.at(-1)?.activity?.wallets ?? {}).map(({ coinThrough }) => coinThrough);
  };
  world.node.refusesState = 'too many requests';
  expect(await known()).toEqual([through]);
  for (let n = 0; n < 7_300; n += 1) world.mine();
  expect(await known()).toEqual([null]);
  world.node.refusesState = null;
  expect(await known()).toEqual([world.node.head.number]);
});

it('the first poll of a wallet that begins in the past waits until the past is read; others do not', async () => {
  const world = HintedWorld.ofSource();
  const [old, young] = [walletNumber(1), walletNumber(2)];
  for (let n = 0; n < 100; n += 1) world.mine({ from: stranger, to: old, token: usdc });
  world.watch([old], { fromBlock: 1_000 });
  world.watch([young]);
  world.begins.add(old).add(young);
  expect(await world.tick()).toEqual([young]);
  world.begins.delete(young);
  const polled = await world.ticks(6);
  const first = polled.findIndex((wallets) => wallets.includes(old));
  expect(first).toBeGreaterThan(0);
  expect(polled.slice(0, first).flat()).not.toContain(old);
});
