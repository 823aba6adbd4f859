import { beforeEach, describe, expect, it } from 'vitest';
import { recordWalletIncidents } from '../../../functions/poll-wallets/report/wallet-incidents.ts';
import { watchOf } from '../../support/alerts.ts';
import { PollWorld } from '../../support/poll-world.ts';

const watch = watchOf();
const failing = { reason: 'The reply could not be read.', grace: 0 };
const behind = { reason: 'Too many transfers.', grace: 60_000 };

let world: PollWorld;
beforeEach(() => {
  world = new PollWorld();
});

const note = (troubles: Parameters<typeof recordWalletIncidents>[1]) =>
  recordWalletIncidents({ watch, cursor: world.states.stateOf(watch) }, troubles, world.deps);
const heard = () => world.operations.map(({ type, state }) => `${type} ${state}`);

describe('the troubles of a wallet', () => {
  it('are told each by itself, though one poll has them all', async () => {
    await note({ failing, behind });
    expect(heard()).toEqual(['wallet.failing began']);
    world.now += behind.grace;
    await note({ failing, behind });
    expect(heard()).toEqual(['wallet.failing began', 'backlog began']);
    await note({ failing: null, behind: null });
    expect(heard().slice(2)).toEqual(['wallet.failing ended', 'backlog ended']);
  });

  it('change in one save when one ends as the other begins', async () => {
    await note({ failing });
    await note({ failing: null, behind });
    expect(world.states.saves).toBe(2);
    expect(world.states.stateOf(watch)).toMatchObject({ failing: null, behind: { published: false } });
  });

  it('write nothing while they last, nor when there are none', async () => {
    await note({ failing: null, behind: null });
    await note({ failing });
    await note({ failing });
    await note({ failing: { ...failing, reason: 'In other words.' } });
    expect(world.states.saves).toBe(1);
    expect(heard()).toEqual(['wallet.failing began']);
  });

  it('are not told as over when nobody heard of their beginning', async () => {
    await note({ behind });
    await note({ behind: null });
    expect(heard()).toEqual([]);
  });

  it('that are not looked at stay as they are', async () => {
    await note({ behind });
    await note({ failing });
    expect(world.states.stateOf(watch).behind).toMatchObject({ reason: behind.reason });
  });

  it('are told as over by the next poll where SNS refused it', async () => {
    await note({ failing });
    const refused = {
      ...world.deps,
      publishOperations: () => Promise.reject(new Error('SNS is away')),
    };
    const cursor = () => world.states.stateOf(watch);
    await expect(
      recordWalletIncidents({ watch, cursor: cursor() }, { failing: null }, refused),
    ).rejects.toThrow('SNS is away');
    expect(cursor().failing).not.toBeNull();
    await note({ failing: null });
    expect(heard()).toEqual(['wallet.failing began', 'wallet.failing ended']);
  });

  it('write nothing where another worker has noted already that they are over', async () => {
    await note({ failing, behind });
    const stale = world.states.stateOf(watch);
    await note({ failing: null });
    const { saves } = world.states;
    await recordWalletIncidents({ watch, cursor: stale }, { failing: null, behind }, world.deps);
    expect(world.states.saves).toBe(saves);
  });
});
