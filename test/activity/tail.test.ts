import { describe, expect, it } from 'vitest';
import { tailMinutes } from '../../functions/activity/marks.ts';
import { settledAfter } from '../../functions/poll-wallets/read/poll-read.ts';
import { HintedWorld, stranger, walletNumber } from '../support/worlds/hinted-world.ts';

const alice = walletNumber(1);
const bob = walletNumber(2);

async function reliedOn(...rows: readonly (readonly [typeof alice, string?])[]): Promise<HintedWorld> {
  const world = new HintedWorld();
  for (const [wallet, every] of rows) world.watch([wallet], every === undefined ? {} : { every });
  await world.rely();
  return world;
}

describe('a wallet with activity', () => {
  it('is polled a last time when its blocks are old enough to be settled: the next sweep may be hours away', () => {
    expect(Math.max(...tailMinutes) * 60_000).toBeGreaterThan(settledAfter);
  });

  it('is polled in the tick that saw it and one, two, four and eight minutes later; others are not', async () => {
    const world = await reliedOn([alice], [bob]);
    world.mine({ from: stranger, to: alice });
    const polled = await world.ticks(11);
    expect(polled.flat()).toEqual(Array(5).fill(alice));
    expect(polled.map(({ length }) => length)).toEqual([1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0]);
  });

  it('is polled several times a minute if its row asks for it, but only in the minutes of its tail', async () => {
    const world = await reliedOn([alice, '15s']);
    world.mine({ from: stranger, to: alice });
    expect(await world.counts(10)).toEqual([4, 4, 4, 0, 4, 0, 0, 0, 4, 0]);
  });
});

describe('a wallet that no scan has searched for yet', () => {
  it('begins its tail with its first poll that succeeds', async () => {
    const world = await reliedOn([alice]);
    world.begins.add(bob);
    world.watch([bob]);
    world.outcome = (wallet) => (wallet === bob ? null : {});
    await world.ticks(3);
    world.outcome = () => ({});
    expect(await world.ticks(11)).toEqual([[bob], [bob], [bob], [], [bob], [], [], [], [bob], [], []]);
  });

  describe.each(['resumed', 'put again'])('when it is %s', (how) => {
    /** Alice's row is missing for two ticks. */
    async function backAgain() {
      const world = await reliedOn([alice], [bob]);
      const [row, other] = world.dispatch.rows;
      if (row === undefined || other === undefined) throw new Error('there are two rows');
      world.dispatch.rows = how === 'resumed' ? [{ ...row, paused: true }, other] : [other];
      await world.ticks(2);
      world.restart();
      world.dispatch.rows = [row, other];
      return world;
    }

    it('is polled until a poll has succeeded', async () => {
      const world = await backAgain();
      world.outcome = () => null;
      expect(await world.ticks(3)).toEqual([[alice], [alice], [alice]]);
      world.outcome = () => ({});
      expect(await world.ticks(4)).toEqual([[alice], [], [], []]);
    });

    it('has its whole tail if the tick sees activity', async () => {
      const world = await backAgain();
      world.mine({ from: stranger, to: alice });
      expect(await world.counts(11)).toEqual([1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0]);
    });
  });
});
