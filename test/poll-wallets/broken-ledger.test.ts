import { beforeEach, expect, it } from 'vitest';
import { LedgerBroken } from '../../functions/poll-wallets/assert-ledger.ts';
import { reportBatch } from '../../functions/poll-wallets/report/report-batch.ts';
import { balanceEvent, watchOf } from '../support/alerts.ts';
import { chainSums, toldSums } from '../support/sums.ts';
import { blockAt, type PollWorld } from '../support/worlds/poll-world.ts';
import { emptyWorld, pollTimes } from './story.ts';

const watch = watchOf();
let world: PollWorld;
beforeEach(async () => {
  world = await emptyWorld(watch);
});
const stored = () => world.states.stateOf(watch, world.now);
const low = balanceEvent({ key: 'native 0', blockNumber: blockAt(2) });

// The other rules of the ledger stop a poll at the same two places: see assert-ledger.test.ts.
it('an event that the journal gives twice stops the poll; nothing is lost or published twice once it is mended', async () => {
  world.chain.mine(blockAt(1));
  await world.poll(watch);
  Object.assign(world, { isFromNode: true, events: [low, low] });
  for (let at = 0; at < 15; at += 1) world.chain.mine(blockAt(2) + at, { value: 10n ** 20n + 7n });
  const broken: unknown[] = [];
  for (let polls = 0; polls < 3; polls += 1) {
    const before = [world.published.length, stored()];
    broken.push(await world.poll(watch).catch((thrown: unknown) => thrown));
    // A later poll with the same mistake neither publishes nor stores anything.
    if (polls > 0) expect([world.published.length, stored()]).toEqual(before);
    world.chain.mine(blockAt(7 + polls));
  }
  for (const error of broken) expect(String(error)).toMatch(/^LedgerBroken: .*two rows of one transfer/);
  await expectReported(broken[0]);

  world.events = [low];
  await pollTimes(world, watch, 4);
  expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
  expect(new Set(world.published.map(({ id }) => id)).size).toBe(world.published.length);
  expect(stored().open).toBeNull();
});

/** Operations hear of it at once. */
async function expectReported(error: unknown): Promise<void> {
  if (!(error instanceof LedgerBroken)) throw error;
  const cursor = stored();
  await reportBatch([{ watch, cursor, outcome: null, error }], [], world.deps);
  const reason = expect.stringContaining('This is a mistake of Chainbell.');
  const { wallet } = watch;
  expect(world.operations).toMatchObject([{ type: 'wallet.failing', state: 'began', wallet, reason }]);
}
