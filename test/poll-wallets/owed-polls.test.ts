import { beforeEach, describe, expect, it } from 'vitest';
import { pollWallets } from '../../functions/poll-wallets/poll-wallets.ts';
import { KeyMissing } from '../../functions/transfer/source-errors.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { treasury, watchOf } from '../support/alerts.ts';
import { MemoryActivity } from '../support/memory-activity.ts';
import { begunWorld, blockAt, PollWorld } from '../support/poll-world.ts';

const watch = watchOf();
let world: PollWorld;
let table: MemoryActivity;
beforeEach(async () => {
  world = await begunWorld(watch);
  world.advance(60_000);
  table = new MemoryActivity();
});

/** The message of a tick on a chain with a node, which saw the wallet active. */
async function poll({ tooLate = 0, ...deps }: Partial<PollWorld['deps']> & { tooLate?: number } = {}) {
  const minute = Math.floor(world.now / 60_000);
  const activity = { minute, wallets: { [watchKey(watch)]: { stamp: null, seenIn: 0, sweep: null } } };
  const rows = [{ wallet: treasury, chain: 'eth' }];
  const message = world.message(rows, { activity, deadline: world.now - tooLate });
  await pollWallets(message, { ...world.deps, marks: table, ...deps }, world.now + 60_000);
}

const failsWith = (error: Error) => () => Promise.reject(error);

describe('on a chain with a node, a wallet', () => {
  it('needs no poll once it was polled', async () => {
    await poll();
    expect(table.marks.size).toBe(0);
  });

  it('is due a poll if the message came too late', async () => {
    await poll({ tooLate: 1 });
    expect(table.marks.get(treasury)?.polledAt).toBeNull();
  });

  it('is due a poll while there is no key', async () => {
    await poll({ source: { ...world.deps.source, open: failsWith(new KeyMissing('none', 'Set one.')) } });
    expect(table.marks.get(treasury)?.polledAt).toBeNull();
  });

  it('gets its recorded alert although there is no key', async () => {
    world.chain.mine(blockAt(1));
    world.snsTakes = world.published.length;
    await expect(world.poll(watch)).rejects.toThrow('not published');
    world.snsTakes = Number.POSITIVE_INFINITY;
    await poll({ source: { ...world.deps.source, open: failsWith(new KeyMissing('none', 'Set one.')) } });
    expect(world.told()).toEqual([world.chain.transfers.at(-1)?.transactionHash]);
  });

  it('is due a poll if the message fails', async () => {
    const states = { ...world.deps.states, readItems: failsWith(new Error('no such table')) };
    await expect(poll({ states })).rejects.toThrow('no such table');
    expect(table.marks.get(treasury)?.polledAt).toBeNull();
    const source = { ...world.deps.source, open: failsWith(new Error('no such role')) };
    await expect(poll({ source })).rejects.toThrow('no such role');
  });

  it("has its message delivered again if its mark can't be written", async () => {
    table.atWrite = () => {
      throw new Error('no such activity');
    };
    await expect(poll({ tooLate: 1 })).rejects.toThrow('no such activity');
  });

  it('is due a poll before its first one is made, so that a crash in it causes another', async () => {
    world = new PollWorld();
    let marks = 0;
    world.atCall = () => {
      marks = table.marks.size;
    };
    await poll();
    expect(marks).toBe(1);
  });
});
