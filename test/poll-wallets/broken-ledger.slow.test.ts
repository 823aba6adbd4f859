import { beforeEach, expect, it, vi } from 'vitest';
import { LedgerBroken } from '../../functions/poll-wallets/assert-ledger.ts';
import type { inTurn } from '../../functions/poll-wallets/decide/batches.ts';
import { reportBatch } from '../../functions/poll-wallets/report/report-batch.ts';
import type { advance } from '../../functions/poll-wallets/save/advance.ts';
import type { recover } from '../../functions/poll-wallets/save/publish.ts';
import { exchange, treasury, watchOf } from '../support/alerts.ts';
import { linesOf } from '../support/log-lines.ts';
import { begunWorld, blockAt, type PollWorld } from '../support/poll-world.ts';
import { chainSums, toldSums } from '../support/sums.ts';

type ComposeDigests =
  typeof import('../../functions/alert/compose/compose-digests.ts')['composeDigestAlerts'];

/** The functions of a poll, either unchanged or with a bug in one of them. */
interface Planted {
  advance?: (then: ReturnType<typeof advance>) => ReturnType<typeof advance>;
  inTurn?: (right: typeof inTurn, rows: Parameters<typeof inTurn>[0]) => ReturnType<typeof inTurn>;
  recover?: typeof recover;
  digests?: (right: ComposeDigests, of: Parameters<ComposeDigests>[0]) => ReturnType<ComposeDigests>;
}
const planted = vi.hoisted(() => ({ mistake: {} as Planted }));

vi.mock('../../functions/poll-wallets/save/advance.ts', async (original) => {
  const right = await original<typeof import('../../functions/poll-wallets/save/advance.ts')>();
  const wrong: typeof advance = (...of) => {
    const then = right.advance(...of);
    return planted.mistake.advance?.(then) ?? then;
  };
  return { ...right, advance: wrong };
});
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
  world = await begunWorld(watch);
  world.published.length = 0;
});

// Each repeats a bug of simulation/bugs at the same place in the code.
it.each<[string, string, Planted]>([
  [
    'settled past what was read',
    'would lie above',
    { advance: (to) => ({ ...to, settled: to.settled + 5_000 }) },
  ],
  ['a settled block that falls', 'settled block would fall', { advance: (to) => ({ ...to, settled: -1 }) }],
  [
    'a stored block that falls',
    'stored block would fall',
    { advance: (to) => ({ ...to, block: blockAt(-9) }) },
  ],
  [
    'two messages with one turn',
    'one turn',
    { inTurn: (right, rows) => right(rows).map((row) => ({ ...row, turn: row.turn === null ? null : 0 })) },
  ],
  [
    'a turn left out',
    'a turn would be missing',
    {
      inTurn: (right, rows) =>
        right(rows).map((row) => ({ ...row, turn: row.turn === null ? null : row.turn + 1 })),
    },
  ],
  ['a row written twice', 'two rows of one transfer', { inTurn: (right, rows) => right([...rows, ...rows]) }],
  ['a batch begun over an open one', 'another one is open', { recover: async (cursor) => cursor }],
  [
    'a sum off by one',
    'another amount',
    {
      digests: (right, of) =>
        right({
          ...of,
          reported: of.reported.map((one, at) => {
            const value = one.transfer.value + (at === 0 ? 1n : 0n);
            return { ...one, transfer: { ...one.transfer, value } };
          }),
        }),
    },
  ],
  [
    'a transfer left out of its digest',
    'sum up',
    { digests: (right, of) => right({ ...of, reported: of.reported.slice(1) }) },
  ],
])(
  '%s stops the poll and is reported; nothing is lost or published twice once it is mended',
  async (...of) => {
    const [, said, mistake] = of;
    const outgoing = { from: { address: treasury, label: null }, to: { address: exchange, label: null } };
    const mined = [world.chain.mine(blockAt(1)), world.chain.mine(blockAt(1) + 1, outgoing)];
    // A crash leaves a batch open, whose rows are written: its recovery goes through the same rules.
    world.atAwait = (point) => {
      if (point === 'before publish') throw new Error('crash');
    };
    await expect(world.poll(watch)).rejects.toThrow('crash');
    world.atAwait = () => {};
    // Two more messages in the batch, and enough incoming transfers for a digest.
    for (const at of [20, 21]) mined.push(world.chain.mine(blockAt(2) + at, outgoing));
    for (let at = 0; at < 15; at += 1)
      mined.push(world.chain.mine(blockAt(2) + at, { value: 10n ** 20n + 7n }));
    planted.mistake = mistake;
    const broken: unknown[] = [];
    for (let polls = 0; polls < 3; polls += 1) {
      const published = world.published.length;
      const before = world.states.stateOf(watch, world.now);
      const error = await world.poll(watch).catch((thrown: unknown) => thrown);
      if (!(error instanceof LedgerBroken)) continue;
      broken.push(error);
      // A later poll of the same mistake neither publishes nor stores anything.
      if (broken.length > 1) {
        expect(world.published).toHaveLength(published);
        expect(world.states.stateOf(watch, world.now)).toEqual(before);
      }
      mined.push(world.chain.mine(blockAt(7 + polls)));
    }
    expect(broken.length).toBeGreaterThan(1);
    expect(String(broken[0])).toContain(said);
    await reported(broken[0] as LedgerBroken);

    planted.mistake = {};
    for (let polls = 0; polls < 4; polls += 1) await world.poll(watch);
    await world.poll(watch, { after: 3_600_000 });
    expect(toldSums(world.published)).toEqual(chainSums(mined));
    expect(new Set(world.published.map(({ id }) => id)).size).toBe(world.published.length);
    const hashes = world.history
      .values()
      .map(({ alert }) => alert && 'transfer' in alert && alert.transfer.transactionHash);
    expect([...hashes].sort()).toEqual(mined.map(({ transactionHash }) => transactionHash).sort());
    expect(world.states.stateOf(watch, world.now).open).toBeNull();
  },
);

/** Operations hear of it at once, and the log has a report that reproduces it. */
async function reported(error: LedgerBroken): Promise<void> {
  const lines = linesOf(world);
  const cursor = world.states.stateOf(watch, world.now);
  await reportBatch([{ watch, cursor, outcome: null, error }], [], world.deps);
  const [message] = world.operations;
  expect(message).toMatchObject({ type: 'wallet.failing', state: 'began', wallet: watch.wallet });
  expect(message?.reason).toContain('This is a mistake of Chainbell.');
  expect(lines[0]?.details).toMatchObject({
    report: { wallet: watch.wallet, cursor: { born: cursor.born } },
  });
}
