import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenCursor, saveOwn } from '../../../functions/poll-wallets/save/open-batch.ts';
import { type Cursor, neverPolled, VersionConflict } from '../../../functions/state/cursor.ts';
import { watchOf } from '../../support/alerts.ts';
import { PollWorld } from '../../support/poll-world.ts';
import { openBatch } from '../../support/reads.ts';

const watch = watchOf();
const open = openBatch({ batch: 0, lease: 30_000 });
const incident = { since: 1, reason: 'time-out', published: true };

describe('a worker that has a batch', () => {
  let world: PollWorld;
  let mine: OpenCursor;
  beforeEach(async () => {
    world = new PollWorld();
    const saved = await world.states.save(watch, { ...neverPolled, open });
    mine = { ...saved, open: { ...open, batch: saved.version } };
  });
  const commit = () => saveOwn(mine, { open: null, block: 7 }, { ...world.deps, watch });
  /** The state that another worker saves meanwhile. */
  const other = (change: Partial<Cursor>) => world.states.save(watch, { ...mine, ...change });

  it('saves it, and an incident that another one noted meanwhile stays', async () => {
    await other({ failing: incident });
    expect(await commit()).toMatchObject({ open: null, block: 7, failing: incident });
    expect(world.states.stateOf(watch)).toMatchObject({ open: null, block: 7, failing: incident });
  });

  it.each<[string, (taken: OpenCursor['open']) => Cursor['open']]>([
    ['has taken it on', (taken) => ({ ...taken, lease: 60_000 })],
    ['has begun another', (taken) => ({ ...taken, batch: taken.batch + 1 })],
    ['has ended it', () => null],
  ])('saves nothing if another one %s', async (_what, change) => {
    const theirs = await other({ open: change(mine.open) });
    await expect(commit()).rejects.toThrow(VersionConflict);
    expect(world.states.stateOf(watch).version).toBe(theirs.version);
  });

  it('does not take another fault for a conflict', async () => {
    let saves = 0;
    const save = () => {
      saves += 1;
      return Promise.reject(new Error('throttled'));
    };
    const poll = { ...world.deps, watch, states: { ...world.deps.states, save } };
    await expect(saveOwn(mine, {}, poll)).rejects.toThrow('throttled');
    expect(saves).toBe(1);
  });
});
