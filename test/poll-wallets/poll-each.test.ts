import { beforeEach, describe, expect, it } from 'vitest';
import { noteFirstTry } from '../../functions/poll-wallets/poll-each.ts';
import { neverPolled, VersionConflict } from '../../functions/state/cursor.ts';
import { BadRequest } from '../../functions/transfer/source-errors.ts';
import { watchOf } from '../support/alerts.ts';
import { type LogLine, linesOf } from '../support/log-lines.ts';
import { PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
let world: PollWorld;
let lines: readonly LogLine[];
beforeEach(() => {
  world = new PollWorld();
  lines = linesOf(world);
});

/** Polls one wallet, each call of which ends like this. */
async function pollTo(error: Error) {
  world.atCall = () => {
    throw error;
  };
  return world.pollEach(watch);
}

describe('a first poll that failed', () => {
  it('is noted once', async () => {
    const result = await pollTo(new BadRequest('no'));
    expect(result?.cursor.firstTry).toEqual({ at: new Date(world.now).toISOString(), bulk: false });
    await pollTo(new BadRequest('no'));
    expect(world.states.saves).toBe(1);
  });

  it('is a failed poll, even if nothing can be noted', async () => {
    Object.assign(world.deps.states, { readItems: () => Promise.reject(new Error('throttled')) });
    const error = new BadRequest('no');
    expect(await pollTo(error)).toEqual({ watch, cursor: neverPolled, outcome: null, error });
    expect(lines).toEqual([
      {
        level: 'error',
        message: "error: a wallet's failed poll could not be noted",
        details: { wallet: watch.wallet, error: 'Error: throttled' },
      },
    ]);
  });

  it('is as another worker noted it', async () => {
    const failing = (error: Error) => ({
      clock: world.deps.clock,
      states: { ...world.deps.states, save: () => Promise.reject(error) },
    });
    const raced = failing(new VersionConflict('another worker saved first'));
    expect(await noteFirstTry(watch, neverPolled, false, raced)).toBe(neverPolled);
    const throttled = failing(new Error('throttled'));
    await expect(noteFirstTry(watch, neverPolled, false, throttled)).rejects.toThrow('throttled');
  });
});
