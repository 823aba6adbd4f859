import { expect, it } from 'vitest';
import type { TransferRange, TransferSource } from '../../functions/transfer/source.ts';
import { UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { dryPolls, type Replayed } from '../../lib/cli/replay/dry-polls.ts';
import { describedTransfer, watchOf } from '../support/alerts.ts';
import { emptyRange } from '../support/empty-range.ts';
import { PollWorld } from '../support/poll-world.ts';

const watch = watchOf({ fromBlock: 100 });
const paid: TransferRange = {
  ...emptyRange,
  from: 100,
  through: 150,
  transfers: [describedTransfer({ blockNumber: 120 })],
};

/** Plays ranges, and an end of them. */
async function play(ranges: readonly TransferRange[], end: () => void = () => {}) {
  const world = new PollWorld();
  const source: TransferSource = {
    open: async () => {},
    ranges: () => [
      (async function* () {
        yield* ranges;
        end();
      })(),
    ],
  };
  const taken: Replayed[] = [];
  const ended = dryPolls(watch, { ...world.deps, source }, null, (one) => void taken.push(one));
  return { taken, ended, world };
}

it('what was seen before a call fails counts', async () => {
  const { taken, ended, world } = await play([paid], () => {
    throw new UpstreamUnavailable('The API is away.', null);
  });
  await expect(ended).rejects.toThrow('The API is away.');
  expect(taken.map(({ status, alert }) => [status, alert.type])).toEqual([['told', 'transfer.received']]);
  expect(world.published).toEqual([]);
  expect(world.states.saves).toBe(0);
});

it('an entry that can not be read is said, and that the rest was not reached', async () => {
  const unreadable = [{ blockNumber: 120, reason: 'value: none' }];
  const { ended } = await play([{ ...emptyRange, unreadable, complete: false }]);
  expect(await ended).toEqual({ isBehind: false, unreadable });
  const unfinished = { block: 120, notes: ['note'], position: 'next', unreadable: null };
  const stuck = await play([
    { ...emptyRange, from: 120, through: 120, whole: false, complete: false, unfinished },
  ]);
  expect(await stuck.ended).toEqual({ isBehind: true, unreadable: [] });
});
