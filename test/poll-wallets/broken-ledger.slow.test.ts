import { beforeEach, expect, it, vi } from 'vitest';
import { LedgerBroken } from '../../functions/poll-wallets/assert-ledger.ts';
import type { inTurn } from '../../functions/poll-wallets/decide/batches.ts';
import { reportBatch } from '../../functions/poll-wallets/report/report-batch.ts';
import type { recover } from '../../functions/poll-wallets/save/publish.ts';
import { watchOf } from '../support/alerts.ts';
import { linesOf } from '../support/log-lines.ts';
import { blockAt, type PollWorld } from '../support/poll-world.ts';
import { chainSums, toldSums } from '../support/sums.ts';
import { diesAt, emptyWorld, hashesOf, hour, lives, pays, pollTimes } from './story.ts';

type ComposeDigests =
  typeof import('../../functions/alert/compose/compose-digests.ts')['composeDigestAlerts'];

/** The functions of a poll, either unchanged or with a bug in one of them. */
interface Planted {
  inTurn?: (right: typeof inTurn, rows: Parameters<typeof inTurn>[0]) => ReturnType<typeof inTurn>;
  recover?: typeof recover;
  digests?: (right: ComposeDigests, of: Parameters<ComposeDigests>[0]) => ReturnType<ComposeDigests>;
}
const planted = vi.hoisted(() => ({ mistake: {} as Planted }));

vi.mock('../../functions/poll-wallets/decide/batches.ts', async (original) => {
  const right = await original<typeof import('../../functions/poll-wallets/decide/batches.ts')>();
  const wrong: typeof inTurn = (rows) => planted.mistake.inTurn?.(right.inTurn, rows) ?? right.inTurn(rows);
  return { ...right, inTurn: wrong };
});
vi.mock('../../functions/poll-wallets/save/publish.ts', async (original) => {
  const right = await original<typeof import('../../functions/poll-wallets/save/publish.ts')>();
  const wrong: typeof recover = (...of) => (planted.mistake.recover ?? right.recover)(...of);
  return { ...right, recover: wrong };
});
vi.mock('../../functions/alert/compose/compose-digests.ts', async (original) => {
  const right = await original<typeof import('../../functions/alert/compose/compose-digests.ts')>();
  const wrong: ComposeDigests = (of) =>
    planted.mistake.digests?.(right.composeDigestAlerts, of) ?? right.composeDigestAlerts(of);
  return { ...right, composeDigestAlerts: wrong };
});

const watch = watchOf();
let world: PollWorld;
beforeEach(async () => {
  planted.mistake = {};
  world = await emptyWorld(watch);
});
const stored = () => world.states.stateOf(watch, world.now);

// The other rules of the ledger stop a poll at the same two places: assert-ledger.test.ts has them.
it.each<[string, string, Planted]>([
  ['a row written twice', 'two rows of one transfer', { inTurn: (right, rows) => right([...rows, ...rows]) }],
  ['a batch begun over an open one', 'another one is open', { recover: async (cursor) => cursor }],
  [
    'a transfer left out of its digest',
    'sum up',
    { digests: (right, of) => right({ ...of, reported: of.reported.slice(1) }) },
  ],
])(
  '%s stops the poll and is reported; nothing is lost or published twice once it is mended',
  async (_what, said, mistake) => {
    world.chain.mine(blockAt(1));
    world.chain.mine(blockAt(1) + 1, pays());
    // A crash leaves a batch open, whose rows are written: its recovery goes through the same rules.
    diesAt(world, 'before publish');
    await expect(world.poll(watch)).rejects.toThrow('died');
    lives(world);
    // Two more messages in the batch, and enough incoming transfers for a digest.
    for (const at of [20, 21]) world.chain.mine(blockAt(2) + at, pays());
    for (let at = 0; at < 15; at += 1) world.chain.mine(blockAt(2) + at, { value: 10n ** 20n + 7n });
    planted.mistake = mistake;
    const broken: LedgerBroken[] = [];
    for (let polls = 0; polls < 3; polls += 1) {
      const before = [world.published.length, stored()];
      const error = await world.poll(watch).catch((thrown: unknown) => thrown);
      if (!(error instanceof LedgerBroken)) continue;
      broken.push(error);
      // A later poll of the same mistake neither publishes nor stores anything.
      if (broken.length > 1) expect([world.published.length, stored()]).toEqual(before);
      world.chain.mine(blockAt(7 + polls));
    }
    const [first, ...again] = broken;
    expect(again.length).toBeGreaterThan(0);
    if (first === undefined) return;
    expect(String(first)).toContain(said);
    await expectReported(first);

    planted.mistake = {};
    await pollTimes(world, watch, 4);
    await world.poll(watch, { after: hour });
    const { transfers } = world.chain;
    expect(toldSums(world.published)).toEqual(chainSums(transfers));
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(world.published.length);
    const hashes = world.history
      .values()
      .map(({ alert }) => alert && 'transfer' in alert && alert.transfer.transactionHash);
    expect([...hashes].sort()).toEqual(hashesOf(transfers).sort());
    expect(stored().open).toBeNull();
  },
);

/** Operations hear of it at once, and the log has a report that reproduces it. */
async function expectReported(error: LedgerBroken): Promise<void> {
  const lines = linesOf(world);
  const cursor = stored();
  await reportBatch([{ watch, cursor, outcome: null, error }], [], world.deps);
  const reason = expect.stringContaining('This is a mistake of Chainbell.');
  const { wallet } = watch;
  expect(world.operations).toMatchObject([{ type: 'wallet.failing', state: 'began', wallet, reason }]);
  expect(lines[0]?.details).toMatchObject({ report: { wallet, cursor: { born: cursor.born } } });
}
