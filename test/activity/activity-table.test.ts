import { describe, expect, it } from 'vitest';
import { createActivityTable, type WalletItems } from '../../functions/activity/activity-table.ts';
import { neverScanned } from '../../functions/activity/chain-record.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { stateTable, useEmbeddedAws } from '../support/embedded.ts';
import { LaggingTable } from '../support/fakes/lagging-table.ts';
import { walletNumber } from '../support/worlds/hinted-world.ts';

const embedded = useEmbeddedAws();
const table = () =>
  createActivityTable(stateTable(embedded.aws), { now: () => Date.now(), sleep: async () => {} });
const markOf = (n: number, stamp = 'a') => ({
  ...{ wallet: walletNumber(n), stamp, seenAt: { unsure: 100 }, polledAt: null, block: 7 },
});
const safe = {
  ...{ implementation: walletNumber(4), owners: [walletNumber(5), walletNumber(6)], threshold: '2' },
  ...{ modules: null, guard: null, handler: walletNumber(7) },
};
const found = { print: null, safe, isCreated: false };

describe('the record of a chain', () => {
  it('is empty at first; if several ticks read it, only one can save it', async () => {
    const chain = findChain('0xa1');
    const nothing = {
      marks: new Map(),
      finds: new Map(),
      pasts: new Map(),
      approvals: new Map(),
      states: new Map(),
    };
    expect(await table().load(chain)).toEqual({ record: neverScanned, ...nothing });
    const record = {
      ...neverScanned,
      scanned: { number: 20_000_000, hash: '0xab' },
      sweptThrough: 29_000_000,
      credit: { calls: -0.25, minute: 28_999_999 },
      roster: Array.from({ length: 64 }, (_, n) => 2 ** 48 - 1 - n),
      distrusted: { until: 7, reason: 'why' },
    };
    const saved = { ...record, saves: 1 };
    expect(await table().save(chain, record)).toEqual(saved);
    expect(await table().save(chain, record)).toBeNull();
    expect((await table().load(chain)).record).toEqual(saved);
    expect(await table().save(chain, saved)).toEqual({ ...record, saves: 2 });
  });

  const of = { wallet: walletNumber(1), stamp: 'a' };
  const state = {
    ...of,
    since: 7,
    delegate: null,
    contract: null,
    low: [],
    owed: ['event'],
    expiresAt: null,
  };
  it.each<[keyof WalletItems, object]>([
    ['marks', markOf(1)],
    ['finds', { ...of, transfers: [{ token: '0x1', block: 8 }], until: null }],
    ['pasts', { ...of, fromBlock: 5, next: 7, to: 20_000_000, blocks: 1_000_000 }],
    ['approvals', { ...of, told: ['{}'], unread: [] }],
    ['states', { ...state, contract: found, low: [{ token: null, key: 'native 3' }] }],
    ['states', { ...state, delegate: walletNumber(3), expiresAt: 9_999_999_999 }],
    ['states', { ...state, delegate: undefined }],
  ])('has a %s of each wallet, until it is removed as it was read', async (kind, item) => {
    const chain = findChain('0xa2');
    const one = item as WalletItems[typeof kind];
    const other = { ...one, wallet: walletNumber(2) };
    await table().put(chain, kind, [one, other]);
    expect([...(await table().load(chain))[kind].values()]).toEqual([one, other]);
    await table().remove(chain, kind, [one, { ...other, stamp: 'another' }]);
    expect([...(await table().load(chain))[kind].values()]).toEqual([other]);
    await table().remove(chain, kind, [other]);
  });

  it('has any number of marks, one for each activity of a wallet', async () => {
    const chain = findChain('0xa3');
    const marks = Array.from({ length: 60 }, (_, n) => markOf(n));
    await table().put(chain, 'marks', marks);
    expect([...(await table().load(chain)).marks.values()]).toEqual(marks);
    const [, one] = marks;
    const acknowledged = async (...how: [kind: 'sure' | 'unsure' | null, over?: object]) => {
      const poll = { wallet: walletNumber(1), stamp: 'a', minute: 101, ...how[1] };
      const isNoted = await table().acknowledge(chain, poll, how[0]);
      return [isNoted, (await table().load(chain)).marks.get(walletNumber(1))];
    };
    expect(await acknowledged(null, { stamp: 'b' })).toEqual([false, one]);
    expect(await acknowledged('sure', { wallet: walletNumber(99) })).toEqual([false, one]); // its mark is gone
    expect(await acknowledged(null)).toEqual([true, { ...one, polledAt: 101 }]);
    await table().add(chain, markOf(1, 'unwritten'));
    await table().add(chain, markOf(60));
    const after = (await table().load(chain)).marks;
    expect([after.get(walletNumber(1))?.stamp, after.get(walletNumber(60))]).toEqual(['a', markOf(60)]);
    expect(await acknowledged('unsure')).toEqual([true, { ...one, polledAt: 101, seenAt: { unsure: 101 } }]);
  });

  it("notes a due poll in the wallet's mark beside its tail", async () => {
    const chain = findChain('0xa4');
    const [fresh, marked] = [walletNumber(1), walletNumber(2)];
    const poll = { wallet: fresh, stamp: 'owed', minute: 100 };
    await table().owe(chain, poll);
    await table().put(chain, 'marks', [{ ...markOf(2), polledAt: 99 }]);
    await table().owe(chain, { ...poll, wallet: marked });
    const { marks } = await table().load(chain);
    expect(marks.get(fresh)).toEqual({ ...markOf(1, 'owed'), seenAt: { sure: 92 }, block: 0 });
    expect(marks.get(marked)).toEqual({ ...markOf(2, 'owed'), polledAt: null });
  });

  it('holds results of scans, in items of five thousand entries', async () => {
    const chain = findChain('0xa5');
    const many = Array.from({ length: 5_001 }, (_, n) => `${walletNumber(n)} 7`);
    await table().putSeen(chain, new Map([['1', many]]), '100.0');
    await table().putSeen(chain, new Map(Object.entries({ 1: ['later'], 11: ['another'] })), '101.0');
    expect(await table().readSeen(chain, '1')).toEqual([...many, 'later']);
    expect(await table().readSeen(chain, '2')).toEqual([]);
  });
});

it('a table that takes only part of a write gets the rest later; results of scans expire after two days, marks never', async () => {
  const lagging = new LaggingTable();
  const slept: number[] = [];
  const clock = { now: () => 1_000_999, sleep: async (ms: number) => void slept.push(ms) };
  const activity = createActivityTable(lagging.opened, clock);
  const chain = findChain('0xa6');
  lagging.perBatch = 1;
  await activity.put(chain, 'marks', [markOf(1), markOf(2)]);
  expect((await activity.load(chain)).marks.size).toBe(2);
  expect(slept).toHaveLength(1);
  await activity.putSeen(chain, new Map([['1', ['seen']]]), '100.0');
  expect(await activity.readSeen(chain, '1')).toEqual(['seen']);
  const expiries = [...lagging.items.values()].map(({ expiresAt }) => expiresAt);
  expect(expiries).toEqual([undefined, undefined, 1_000 + 2 * 86_400]);
});
