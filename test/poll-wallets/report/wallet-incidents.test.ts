import { beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import {
  recordWalletIncidents,
  type SeenIncidents,
} from '../../../functions/poll-wallets/report/wallet-incidents.ts';
import { type Cursor, VersionConflict } from '../../../functions/state/cursor.ts';
import type { Watch } from '../../../functions/wallet/watch.ts';
import { watchOf } from '../../support/alerts.ts';
import { openInPager } from '../../support/open-in-pager.ts';
import { ReportWorld, one as watch } from './report-world.ts';

const failing = { reason: 'The reply could not be read.', grace: 0 };
const behind = { reason: 'Too many transfers.', grace: 60_000 };

let world: ReportWorld;
beforeEach(() => {
  world = new ReportWorld();
});

const record = (cursor: Cursor, seenIncidents: SeenIncidents, deps = world.deps) =>
  recordWalletIncidents([{ watch, cursor, seenIncidents }], deps);
const cursor = () => world.states.stateOf(watch);
const note = (seenIncidents: SeenIncidents) => record(cursor(), seenIncidents);

describe('the problems of a wallet', () => {
  it('are reported separately, even if one poll has them all', async () => {
    await note({ failing, behind });
    expect(world.heard()).toEqual(['wallet.failing began']);
    world.now += behind.grace;
    await note({ failing, behind });
    expect(world.heard()).toEqual(['wallet.failing began', 'backlog began']);
    await note({ failing: null, behind: null });
    expect(world.heard().slice(2)).toEqual(['wallet.failing ended', 'backlog ended']);
  });

  it('are saved once when one ends as the other begins', async () => {
    await note({ failing });
    await note({ failing: null, behind });
    expect(world.states.saves).toBe(2);
    expect(cursor()).toMatchObject({ failing: null, behind: { published: false } });
  });

  it('write nothing while they last, nor when there are none', async () => {
    await note({ failing: null, behind: null });
    await note({ failing });
    await note({ failing });
    await note({ failing: { ...failing, reason: 'In other words.' } });
    expect(world.states.saves).toBe(1);
    expect(world.heard()).toEqual(['wallet.failing began']);
  });

  it('are not reported as over if nobody heard of their beginning', async () => {
    await note({ behind });
    await note({ behind: null });
    expect(world.heard()).toEqual([]);
  });

  it('stay unchanged if a poll does not check them', async () => {
    await note({ behind });
    await note({ failing });
    expect(cursor().behind).toMatchObject({ reason: behind.reason });
  });

  it('are saved at the third try at the latest, even if another worker saved first', async () => {
    const [stale, save] = [cursor(), world.states.save.bind(world.states)];
    let losses = 2;
    world.states.save = async (...of) => {
      losses -= 1;
      if (losses >= 0) throw new VersionConflict('another worker saved first');
      return save(...of);
    };
    await record(stale, { failing });
    expect(cursor().failing).toMatchObject({ reason: failing.reason, published: true });
    expect(world.lines).toEqual([]);
    losses = 3;
    await note({ failing: null });
    expect(losses).toBe(0);
    expect(world.lines).toEqual([
      {
        level: 'warn',
        message: "a wallet's incident could not be noted: other workers saved the wallet first",
        details: { wallet: watch.wallet, chain: 'eth' },
      },
    ]);
  });

  it('are reported as over by the next poll if SNS refused it', async () => {
    await note({ failing });
    const refused = { ...world.deps, publishOperations: () => Promise.reject(new Error('SNS is away')) };
    await record(cursor(), { failing: null }, refused);
    expect(world.lines).toMatchObject([{ level: 'error', details: { error: 'Error: SNS is away' } }]);
    expect(cursor().failing).not.toBeNull();
    await note({ failing: null });
    expect(world.heard()).toEqual(['wallet.failing began', 'wallet.failing ended']);
  });

  it('are reported once even if SNS refused the message about another one of the poll', async () => {
    const { publishOperations } = world.deps;
    const picky: typeof publishOperations = async (message) => {
      if (message.type === 'backlog') throw new Error('SNS is away');
      return publishOperations(message);
    };
    await record(
      cursor(),
      { failing, behind: { ...behind, grace: 0 } },
      { ...world.deps, publishOperations: picky },
    );
    expect(world.lines).toMatchObject([{ level: 'error', details: { error: 'Error: SNS is away' } }]);
    await note({ failing, behind: { ...behind, grace: 0 } });
    expect(world.heard()).toEqual(['wallet.failing began', 'backlog began']);
  });

  it('are not reported as begun once another worker saw them end', async () => {
    await note({ behind });
    const stale = cursor();
    await note({ behind: null });
    world.now += behind.grace;
    await record(stale, { behind });
    expect([world.heard(), cursor().behind]).toEqual([[], null]);
  });

  it('stay recorded if they were reported while another worker saw them end', async () => {
    await note({ behind });
    const stale = cursor();
    world.now += behind.grace;
    const { publishOperations } = world.deps;
    const ending: typeof publishOperations = async (message) => {
      await world.states.save(watch, { ...cursor(), behind: null });
      return publishOperations(message);
    };
    await record(stale, { behind }, { ...world.deps, publishOperations: ending });
    await note({ behind: null });
    expect(world.heard()).toEqual(['backlog began', 'backlog ended']);
  });

  it('of either kind keep what another worker has recorded meanwhile', async () => {
    const stale = cursor();
    const noted = { since: 1, reason: 'another worker saw it', published: true };
    await world.states.save(watch, { ...stale, failing: noted, behind: noted });
    await record(stale, { failing, behind });
    expect(cursor()).toMatchObject({ failing: noted, behind: noted });
  });

  it('are reported by only one of two workers, which recorded them first', async () => {
    const before = cursor();
    await note({ failing });
    await record(before, { failing });
    const during = cursor();
    await note({ failing: null });
    await record(during, { failing: null });
    expect(world.heard()).toEqual(['wallet.failing began', 'wallet.failing ended']);
  });

  it('of its node watch are other ones: the end of one resolves none of the other in a pager', async () => {
    const beside = { ...watch, chain: { ...watch.chain, besideApi: true } };
    for (const one of [watch, beside])
      await recordWalletIncidents(
        [{ watch: one, cursor: world.states.stateOf(one), seenIncidents: { failing } }],
        world.deps,
      );
    await note({ failing: null });
    expect(openInPager(world.operations).size).toBe(1);
  });
});

describe('a cause that many wallets share', () => {
  const wallets = Array.from({ length: 12 }, (_, n) =>
    watchOf({ wallet: parseAddress(`0x${String(n + 10).repeat(20)}`), chain: findChain('goerli') }),
  );
  const refused = { failing: { reason: 'The API answered 400.', grace: 0 } };
  const noteAll = (some: readonly Watch[], seenIncidents: SeenIncidents) =>
    recordWalletIncidents(
      some.map((one) => ({ watch: one, cursor: world.states.stateOf(one), seenIncidents })),
      world.deps,
    );
  const names = (some: readonly Watch[]) => some.map((one) => `${one.wallet}, goerli`).join(' | ');

  it('is one message when it begins, and one when it ends', async () => {
    await noteAll(wallets, refused);
    await noteAll(wallets, refused);
    const common = { type: 'wallet.failing', wallet: null, about: { detail: '12 wallets' } };
    const began = {
      ...common,
      state: 'began',
      reason: `The API answered 400. For 12 wallets: ${names(wallets)}`,
    };
    expect(world.operations).toMatchObject([began]);
    await noteAll(wallets, { failing: null });
    const reason = `Polls of a wallet have no problem any more. It was: ${began.reason}`;
    expect(world.operations.slice(1)).toMatchObject([
      { ...common, state: 'ended', reason, whatToDo: 'Nothing.' },
    ]);
    await noteAll(wallets, { failing: null });
    expect(world.operations).toHaveLength(2);
  });

  it('is one message for each chain if it is a backlog, whose advice names the chain', async () => {
    const elsewhere = wallets.map((one) => ({ ...one, chain: findChain('polygon') }));
    const late = { behind: { ...behind, grace: 0 } };
    await noteAll([...wallets, ...elsewhere], late);
    await noteAll([...wallets, ...elsewhere], { behind: null });
    for (const state of ['began', 'ended']) {
      const [one, other, ...more] = world.operations.filter((message) => message.state === state);
      expect([one?.reason, other?.reason, more]).toEqual([
        expect.stringMatching(/goerli(?!.*polygon)/),
        expect.stringMatching(/polygon(?!.*goerli)/),
        [],
      ]);
      expect(one?.part).not.toBe(other?.part);
    }
  });

  const inSteps = (size: number) =>
    Array.from({ length: wallets.length / size }, (_, n) => wallets.slice(n * size, (n + 1) * size));
  it.each([
    [12, 1],
    [12, 3],
    [12, 4],
    [1, 12],
    [2, 6],
    [4, 12],
  ])('that begins for %i at a time and ends for %i leaves none open in a pager', async (size, ending) => {
    for (const some of inSteps(size)) await noteAll(some, refused);
    expect(openInPager(world.operations).size).toBe(size > 3 ? 1 : 12);
    for (const some of inSteps(ending)) await noteAll(some, { failing: null });
    expect([...openInPager(world.operations)]).toEqual([]);
  });

  it.each([1, 12])('is not made if reasons differ: ends of %i at a time leave none open', async (ending) => {
    const reports = wallets.map((one, n) => {
      const seenIncidents = { failing: { reason: `The API answered ${n}.`, grace: 0 } };
      return { watch: one, cursor: world.states.stateOf(one), seenIncidents };
    });
    await recordWalletIncidents(reports, world.deps);
    expect(openInPager(world.operations).size).toBe(11);
    for (const some of inSteps(ending)) await noteAll(some, { failing: null });
    expect([...openInPager(world.operations)]).toEqual([]);
  });

  it('is one message however long its wallets take to be reported', async () => {
    const { clock } = world.deps;
    const passing = { ...clock, now: () => (world.now += 1) };
    world.deps.clock = passing;
    await noteAll(wallets, refused);
    await noteAll(wallets, { failing: null });
    expect(world.heard()).toEqual(['wallet.failing began', 'wallet.failing ended']);
  });

  it('is reported by name for up to three wallets', async () => {
    await noteAll(wallets.slice(0, 3), refused);
    expect(world.operations.map(({ wallet }) => wallet)).toEqual(
      wallets.slice(0, 3).map(({ wallet }) => wallet),
    );
  });

  it('is reported again if SNS refused the message', async () => {
    const { publishOperations } = world.deps;
    world.deps.publishOperations = () => Promise.reject(new Error('SNS is away'));
    await noteAll(wallets, refused);
    expect(world.lines).toHaveLength(wallets.length);
    world.deps.publishOperations = publishOperations;
    await noteAll(wallets, refused);
    expect(world.heard()).toEqual(['wallet.failing began']);
  });
});
