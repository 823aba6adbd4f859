import { beforeEach, expect, it, vi } from 'vitest';
import { LedgerBroken } from '../../functions/poll-wallets/assert-ledger.ts';
import { reportBatch } from '../../functions/poll-wallets/report/report-batch.ts';
import { balanceEvent, watchOf } from '../support/alerts.ts';
import { chainSums, toldSums } from '../support/sums.ts';
import { linesOf } from '../support/worlds/log-lines.ts';
import { blockAt, type PollWorld } from '../support/worlds/poll-world.ts';
import { emptyWorld, pollTimes } from './story.ts';

/** Whether digests omit their first transfer. */
const planted = vi.hoisted(() => ({ mistake: false }));

vi.mock('../../functions/alert/compose/compose-digests.ts', async (original) => {
  const right = await original<typeof import('../../functions/alert/compose/compose-digests.ts')>();
  const wrong: typeof right.composeDigestAlerts = (of) =>
    right.composeDigestAlerts(planted.mistake ? { ...of, reported: of.reported.slice(1) } : of);
  return { ...right, composeDigestAlerts: wrong };
});

const watch = watchOf();
let world: PollWorld;
beforeEach(async () => {
  world = await emptyWorld(watch);
});
const stored = () => world.states.stateOf(watch, world.now);
const low = balanceEvent({ key: 'native 0', blockNumber: blockAt(2) });

// The other rules of the ledger stop a poll at the same two places: see assert-ledger.test.ts.
it.each<[string, string, (isWrong: boolean) => void]>([
  [
    'an event that the journal gives twice',
    'two rows of one transfer',
    (isWrong) => Object.assign(world, { isFromNode: true, events: isWrong ? [low, low] : [low] }),
  ],
  ['a transfer left out of its digest', 'sum up', (isWrong) => Object.assign(planted, { mistake: isWrong })],
])(
  '%s stops the poll and is reported; nothing is lost or published twice once it is mended',
  async (_what, said, plant) => {
    world.chain.mine(blockAt(1));
    await world.poll(watch);
    plant(true);
    for (let at = 0; at < 15; at += 1) world.chain.mine(blockAt(2) + at, { value: 10n ** 20n + 7n });
    const broken: unknown[] = [];
    for (let polls = 0; polls < 3; polls += 1) {
      const before = [world.published.length, stored()];
      broken.push(await world.poll(watch).catch((thrown: unknown) => thrown));
      // A later poll with the same mistake neither publishes nor stores anything.
      if (polls > 0) expect([world.published.length, stored()]).toEqual(before);
      world.chain.mine(blockAt(7 + polls));
    }
    for (const error of broken) expect(String(error)).toMatch(new RegExp(`^LedgerBroken: .*${said}`));
    await expectReported(broken[0]);

    plant(false);
    await pollTimes(world, watch, 4);
    expect(toldSums(world.published)).toEqual(chainSums(world.chain.transfers));
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(world.published.length);
    expect(stored().open).toBeNull();
  },
);

/** Operations hear of it at once, and the log has a report that reproduces it. */
async function expectReported(error: unknown): Promise<void> {
  if (!(error instanceof LedgerBroken)) throw error;
  const lines = linesOf(world);
  const cursor = stored();
  await reportBatch([{ watch, cursor, outcome: null, error }], [], world.deps);
  const reason = expect.stringContaining('This is a mistake of Chainbell.');
  const { wallet } = watch;
  expect(world.operations).toMatchObject([{ type: 'wallet.failing', state: 'began', wallet, reason }]);
  expect(lines[0]?.details).toMatchObject({ report: { wallet, cursor: { born: cursor.born } } });
}
