import { describe, expect, it } from 'vitest';
import { createActivityTable } from '../../functions/activity/activity-table.ts';
import { neverScanned } from '../../functions/activity/chain-record.ts';
import { emptyRoster, isOnRoster, printOf, rosterOf } from '../../functions/activity/roster.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { watchOf } from '../support/alerts.ts';
import { useEmbeddedAws } from '../support/embedded.ts';
import { walletNumber } from '../support/hinted-world.ts';

const embedded = useEmbeddedAws();
const table = () => {
  const { aws } = embedded;
  const clock = { now: () => Date.now(), sleep: async () => {} };
  return createActivityTable(documentClient(aws.dynamodb), aws.tables.state, clock);
};
const markOf = (n: number, stamp = 'a') => ({
  wallet: walletNumber(n),
  stamp,
  activeAt: 100,
  sentAt: null,
  sureAt: null,
  polledAt: null,
  block: 7,
});

describe('what is kept of a chain', () => {
  it('begins with nothing, and is saved by one tick alone of those that read it', async () => {
    const chain = findChain('0xa1');
    expect(await table().load(chain)).toEqual({
      record: neverScanned,
      marks: new Map(),
      ordinary: new Map(),
      finds: [],
    });
    const record = {
      ...neverScanned,
      scanned: { number: 20_000_000, hash: '0xab' },
      sweptThrough: 29_000_000,
      credit: { calls: -0.25, minute: 28_999_999 },
      missed: [{ token: '0x1', wallet: '0x2', at: 5 }],
      distrusted: { until: 7, reason: 'why' },
    };
    expect(await table().save(chain, record)).toBe(true);
    expect(await table().save(chain, record)).toBe(false);
    const { record: read } = await table().load(chain);
    expect(read).toEqual({ ...record, saves: 1 });
    expect(await table().save(chain, read)).toBe(true);
  });

  it('are marks, any number of them, each of one sight of its wallet', async () => {
    const chain = findChain('0xa2');
    const marks = Array.from({ length: 60 }, (_, n) => markOf(n));
    await table().putMarks(chain, marks);
    expect([...(await table().load(chain)).marks.values()]).toEqual(marks);
    const poll = { wallet: walletNumber(1), stamp: 'a', minute: 101 };
    await table().acknowledge(chain, { ...poll, stamp: 'b' }, false);
    expect((await table().load(chain)).marks.get(walletNumber(1))?.polledAt).toBeNull();
    await table().acknowledge(chain, poll, false);
    expect((await table().load(chain)).marks.get(walletNumber(1))).toEqual({ ...markOf(1), polledAt: 101 });
    await table().acknowledge(chain, poll, true);
    expect((await table().load(chain)).marks.get(walletNumber(1))?.activeAt).toBe(101);
    await table().removeMarks(chain, [markOf(1, 'b'), ...marks.slice(2)]);
    expect([...(await table().load(chain)).marks.keys()]).toEqual([walletNumber(0), walletNumber(1)]);
  });

  it('is a poll that is owed, unless the wallet has a mark by now', async () => {
    const chain = findChain('0xa3');
    const poll = { wallet: walletNumber(1), stamp: 'owed', minute: 100 };
    expect(await table().owe(chain, poll)).toBe(true);
    expect(await table().owe(chain, { ...poll, stamp: 'again' })).toBe(false);
    expect((await table().load(chain)).marks.get(walletNumber(1))).toEqual({
      ...markOf(1, 'owed'),
      activeAt: 92,
      sureAt: 92,
      block: 0,
    });
  });

  it('are finds, what scans showed, and wallets that are polled ordinarily', async () => {
    const chain = findChain('0xa4');
    const [alice, bob] = [walletNumber(1), walletNumber(2)];
    const find = { wallet: alice, stamp: '100', transfers: [{ token: '0x1', block: 8 }] };
    await table().putFind(chain, find);
    await table().setOrdinary(chain, bob, 200);
    await table().putShown(
      chain,
      [
        {
          wallet: alice,
          spans: [
            [7, 9],
            [12, 12],
          ],
        },
      ],
      100,
    );
    await table().putShown(
      chain,
      [
        { wallet: alice, spans: [[20, 20]] },
        { wallet: bob, spans: [[1, 1]] },
      ],
      101,
    );
    expect(await table().load(chain)).toMatchObject({ finds: [find], ordinary: new Map([[bob, 200]]) });
    expect((await table().readShown(chain, alice)).spans).toEqual([
      [7, 9],
      [12, 12],
      [20, 20],
    ]);
    await table().removeFind(chain, find);
    await table().endOrdinary(chain, bob, 199);
    expect(await table().load(chain)).toMatchObject({ finds: [], ordinary: new Map([[bob, 200]]) });
    await table().endOrdinary(chain, bob, 200);
    expect((await table().load(chain)).ordinary.size).toBe(0);
  });

  it('is a roster that comes back as it was, and of which a change writes one bucket', async () => {
    const chain = findChain('0xa5');
    const prints = Array.from({ length: 500 }, (_, n) =>
      printOf(watchOf({ wallet: walletNumber(n), chain })),
    );
    const roster = rosterOf(prints);
    await table().writeRoster(chain, emptyRoster, roster);
    const read = await table().readRoster(chain);
    expect(prints.every((print) => isOnRoster(read, print))).toBe(true);
    const fewer = rosterOf(prints.slice(1));
    await table().writeRoster(chain, roster, fewer);
    expect(isOnRoster(await table().readRoster(chain), prints[0] ?? 0)).toBe(false);
    expect(await table().readRoster(chain)).toEqual(fewer);
  });
});
