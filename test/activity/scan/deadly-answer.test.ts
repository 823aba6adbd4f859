import { expect, it } from 'vitest';
import { HintedWorld, walletNumber } from '../../support/worlds/hinted-world.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];

/** A node whose answer kills the function if `isDeadly`: that tick never returns. */
async function deadlyWorld() {
  let isDeadly = false;
  let sentBefore: number | null = null;
  const world = new HintedWorld();
  world.node.atRequest = () => {
    sentBefore ??= world.order.length;
    return isDeadly ? new Promise(() => {}) : undefined;
  };
  world.watch([alice, bob]);
  await world.rely();
  const die = async () => {
    isDeadly = true;
    void world.tick();
    await new Promise(setImmediate);
    world.restart();
    isDeadly = false;
    sentBefore = null;
  };
  return { world, die, sentBefore: () => sentBefore };
}

it("after a tick died at the node's answer, the next one sends the chain's polls before it asks the node", async () => {
  const { world, die, sentBefore } = await deadlyWorld();
  await die();
  expect(await world.tick()).toEqual([alice, bob]);
  expect(sentBefore()).toBe(2);
  // The node answered: wallets without activity need no poll.
  expect(await world.tick()).toEqual([]);
});

it('an unanswered request of the same minute may still be running, so it does not count as a death', async () => {
  const { world, die } = await deadlyWorld();
  await die();
  world.dispatch.now -= 60_000;
  expect(await world.tick()).toEqual([]);
});
