import { expect, it } from 'vitest';
import { usdc } from '../../support/alerts.ts';
import { HintedWorld, stranger, walletNumber } from '../../support/hinted-world.ts';

it('nobody is polled by an old journal: while the node does not answer the polls of a tail wait', async () => {
  const world = new HintedWorld();
  world.isSource = true;
  world.restart();
  const wallet = walletNumber(1);
  world.watch([wallet]);
  await world.tick();
  world.mine({ from: stranger, to: wallet, token: usdc });
  expect(await world.tick()).toEqual([wallet]);
  world.node.reply = { status: 429, body: '' };
  expect(await world.ticks(2)).toEqual([[], []]);
  world.node.reply = null;
  expect(await world.tick()).toEqual([wallet]);
});
