import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { noteFirstTry } from '../../functions/poll-wallets/poll-each.ts';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import { neverPolled } from '../../functions/state/cursor.ts';
import { BadRequest, KeyMissing, UpstreamUnavailable } from '../../functions/transfer/source-errors.ts';
import { treasury, watchOf } from '../support/alerts.ts';
import { linesOf } from '../support/worlds/log-lines.ts';
import { blockAt, PollWorld } from '../support/worlds/poll-world.ts';

const watch = watchOf();

let world: PollWorld;
beforeEach(() => {
  world = new PollWorld();
});

/** The wallet's poll fails. */
async function pollFails(bulk = false) {
  world.advance(60_000);
  world.chain.fault = new UpstreamUnavailable('time-out', null);
  const result = await world.pollEach(watch, { bulk });
  world.chain.fault = null;
  return result;
}

const rows = [{ wallet: treasury, chain: 'eth' }];
async function pollWithoutKey() {
  const open = () => Promise.reject(new KeyMissing('There is no API key.', 'Set it.'));
  const deps = { ...world.deps, source: { ...world.deps.source, open } };
  await pollWallets(world.message(rows), deps, world.now + 60_000);
}
const pollTooLate = (bulk = false) =>
  pollWallets(world.message(rows, { bulk, deadline: world.now - 1 }), world.deps, world.now + 60_000);

describe('guarantee 2: from a first poll', () => {
  it.each([
    ['that failed', pollFails],
    ['that had no key', pollWithoutKey],
    ['that came too late', pollTooLate],
  ])('%s, transfers are reported, and earlier ones are not', async (_why, fails) => {
    for (let i = 0; i < 30; i += 1) world.chain.mine(blockAt(-20) + i);
    await fails();
    const since = new Date(world.now).toISOString();
    const told = [world.chain.mine(blockAt(3)).transactionHash];
    world.advance(9 * 60_000);
    await world.poll(watch);
    expect(world.published[0]).toMatchObject({ type: 'wallet.watching', since });
    await world.poll(watch);
    told.push(world.chain.mine(blockAt(12)).transactionHash);
    await world.poll(watch);
    expect(world.told()).toEqual(told);
  });
});

it.each([
  ['failed', pollFails],
  ['came too late', pollTooLate],
])('a wallet of an import whose first poll %s has no announcement of its own', async (_why, fails) => {
  world.begun = 10;
  await fails(true);
  await world.poll(watch);
  expect(world.published).toEqual([]);
  expect(world.states.stateOf(watch).start).not.toBeNull();
});

describe('a failed poll', () => {
  it('is recorded once, if it is the first', async () => {
    const at = new Date(world.now + 60_000).toISOString();
    expect((await pollFails())?.cursor.firstTry).toEqual({ at, bulk: false });
    await pollFails();
    expect(world.states.saves).toBe(1);
  });

  it('that came too late is recorded before the worker ends', async () => {
    const { states } = world.deps;
    const save: typeof states.save = async (...saved) => {
      await nextTurn();
      return states.save(...saved);
    };
    const deps = { ...world.deps, states: { ...states, save } };
    await pollWallets(world.message(rows, { deadline: world.now - 1 }), deps, world.now + 60_000);
    expect(world.states.saves).toBe(1);
  });

  it('does not replace what another worker has recorded meanwhile', async () => {
    const theirs = await world.states.save(watch, { ...neverPolled, firstTry: { at: '2026', bulk: true } });
    expect(await noteFirstTry({ watch, cursor: neverPolled }, { ...world.deps, bulk: false })).toEqual(
      theirs,
    );
  });

  it('stays a failed poll, even if it can not be recorded', async () => {
    const lines = linesOf(world);
    Object.assign(world.deps.states, { save: () => Promise.reject(new Error('throttled')) });
    world.chain.fault = new BadRequest('no');
    const failed = { watch, cursor: neverPolled, outcome: null, error: world.chain.fault };
    expect(await world.pollEach(watch)).toEqual(failed);
    expect(lines).toEqual([
      {
        level: 'error',
        message: "error: a wallet's failed poll could not be noted",
        details: { wallet: watch.wallet, error: 'Error: throttled' },
      },
    ]);
  });
});
