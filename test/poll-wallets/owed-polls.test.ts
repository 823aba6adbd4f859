import { beforeEach, describe, expect, it } from 'vitest';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import { KeyMissing } from '../../functions/transfer/source-errors.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { treasury, watchOf } from '../support/alerts.ts';
import { MemoryActivity } from '../support/fakes/memory-activity.ts';
import { begunWorld, blockAt, PollWorld } from '../support/worlds/poll-world.ts';

const watch = watchOf();
let world: PollWorld;
let table: MemoryActivity;
beforeEach(async () => {
  world = await begunWorld(watch);
  world.advance(60_000);
  table = new MemoryActivity();
});

/** A tick's message on a chain with a node, which saw the wallet active. */
async function poll({ tooLate = 0, ...deps }: Partial<PollWorld['deps']> & { tooLate?: number } = {}) {
  const minute = Math.floor(world.now / 60_000);
  const activity = { minute, wallets: { [watchKey(watch)]: { stamp: null, seenIn: 0, sweep: null } } };
  const rows = [{ wallet: treasury, chain: 'eth' }];
  const message = world.message(rows, { activity, deadline: world.now - tooLate });
  await pollWallets(message, { ...world.deps, marks: table, ...deps }, world.now + 60_000);
}
const isOwed = () => table.marks.get(treasury)?.polledAt === null;

const failsWith = (error: Error) => () => Promise.reject(error);
const opening = (error: Error) => ({ source: { ...world.deps.source, open: failsWith(error) } });
const noKey = () => opening(new KeyMissing('none', 'Set one.'));

describe('on a chain with a node, a wallet', () => {
  it('is owed no more polls once it was polled', async () => {
    await poll();
    expect(table.marks.size).toBe(0);
  });

  it.each([
    ['the message came too late', () => ({ tooLate: 1 })],
    ['there is no key', noKey],
  ])('is owed a poll if %s', async (_why, how) => {
    await poll(how());
    expect(isOwed()).toBe(true);
  });

  it('gets its recorded alert even without a key', async () => {
    const { transactionHash } = world.chain.mine(blockAt(1));
    world.snsTakes = world.published.length;
    await expect(world.poll(watch)).rejects.toThrow('not published');
    world.snsTakes = Number.POSITIVE_INFINITY;
    await poll(noKey());
    expect(world.told()).toEqual([transactionHash]);
  });

  it.each([
    ['table', () => ({ states: { ...world.deps.states, readItems: failsWith(new Error('no such table')) } })],
    ['role', () => opening(new Error('no such role'))],
  ])('is owed a poll if the message fails for want of a %s', async (what, how) => {
    await expect(poll(how())).rejects.toThrow(`no such ${what}`);
    expect(isOwed()).toBe(true);
  });

  it('is owed a poll before its first one is made, so that a crash causes another', async () => {
    world = new PollWorld();
    let marks = 0;
    world.atCall = () => {
      marks = table.marks.size;
    };
    await poll();
    expect(marks).toBe(1);
  });
});
