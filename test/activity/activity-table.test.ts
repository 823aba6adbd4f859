import { describe, expect, it } from 'vitest';
import { DynamoActivity } from '../../functions/activity/activity-table.ts';
import { neverScanned } from '../../functions/activity/chain-record.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { stateTable, useEmbeddedAws } from '../support/embedded.ts';
import { walletNumber } from '../support/hinted-world.ts';
import { LaggingTable } from '../support/lagging-table.ts';

const embedded = useEmbeddedAws();
const table = () => {
  const { aws } = embedded;
  const clock = { now: () => Date.now(), sleep: async () => {} };
  return new DynamoActivity(stateTable(aws), clock);
};
const markOf = (n: number, stamp = 'a') => ({
  wallet: walletNumber(n),
  stamp,
  seenAt: { unsure: 100 },
  polledAt: null,
  block: 7,
});

describe('what is kept of a chain', () => {
  it('begins with nothing; of the ticks that read it, only one saves it', async () => {
    const chain = findChain('0xa1');
    expect(await table().load(chain)).toEqual({
      record: neverScanned,
      marks: new Map(),
      finds: [],
      pasts: new Map(),
      given: new Map(),
      states: new Map(),
    });
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

  it('are the states of wallets, until they are removed', async () => {
    const chain = findChain('0xa3');
    const safeState = {
      implementation: walletNumber(4),
      owners: [walletNumber(5), walletNumber(6)],
      threshold: '2',
      modules: null,
      guard: null,
      handler: walletNumber(7),
    };
    const [low, delegated] = [walletNumber(1), walletNumber(2)];
    const states = [
      {
        wallet: low,
        stamp: 'a',
        since: 7,
        delegate: null,
        contract: { print: null, safe: safeState },
        low: [
          { token: null, key: 'native 3' },
          { token: walletNumber(9), key: 'other 5' },
        ],
        owed: [],
        expiresAt: null,
      },
      {
        wallet: delegated,
        stamp: 'a',
        since: 8,
        delegate: walletNumber(3),
        contract: null,
        low: [],
        owed: ['{}'],
        expiresAt: 9_999_999_999,
      },
    ];
    await table().put(chain, 'state', states);
    expect([...(await table().load(chain)).states.values()]).toEqual(states);
    await table().remove(chain, 'state', states.slice(0, 1));
    expect([...(await table().load(chain)).states.keys()]).toEqual([delegated]);
  });

  it("is how far a wallet's past was read, and which of its approvals were left for polls", async () => {
    const chain = findChain('0xa4');
    const of = { wallet: walletNumber(1), stamp: 'a' };
    const past = { ...of, next: 7, to: 20_000_000, blocks: 1_000_000 };
    const given = { ...of, told: ['{}'], unread: [] };
    await table().put(chain, 'past', [past]);
    await table().put(chain, 'given', [given]);
    const { pasts, given: kept } = await table().load(chain);
    expect([...pasts.values(), ...kept.values()]).toEqual([past, given]);
    await table().remove(chain, 'past', [past]);
    await table().remove(chain, 'given', [given]);
    expect(await table().load(chain)).toMatchObject({ pasts: new Map(), given: new Map() });
  });

  it('are marks, any number of them, each for one activity of its wallet', async () => {
    const chain = findChain('0xa2');
    const marks = Array.from({ length: 60 }, (_, n) => markOf(n));
    await table().put(chain, 'hot', marks);
    expect([...(await table().load(chain)).marks.values()]).toEqual(marks);
    const poll = { wallet: walletNumber(1), stamp: 'a', minute: 101 };
    await table().acknowledge(chain, { ...poll, stamp: 'b' }, null);
    await table().acknowledge(chain, { ...poll, wallet: walletNumber(99) }, 'sure'); // its mark is gone
    expect((await table().load(chain)).marks.get(walletNumber(1))?.polledAt).toBeNull();
    await table().acknowledge(chain, poll, null);
    expect((await table().load(chain)).marks.get(walletNumber(1))).toEqual({ ...markOf(1), polledAt: 101 });
    await table().acknowledge(chain, poll, 'unsure');
    expect((await table().load(chain)).marks.get(walletNumber(1))?.seenAt).toEqual({
      ...markOf(1).seenAt,
      unsure: 101,
    });
    await table().remove(chain, 'hot', [markOf(1, 'b'), ...marks.slice(2)]);
    expect([...(await table().load(chain)).marks.keys()]).toEqual([walletNumber(0), walletNumber(1)]);
  });

  it("is a due poll, noted in the wallet's mark beside its tail", async () => {
    const chain = findChain('0xa3');
    const [fresh, marked] = [walletNumber(1), walletNumber(2)];
    const poll = { wallet: fresh, stamp: 'owed', minute: 100 };
    await table().owe(chain, poll);
    await table().put(chain, 'hot', [{ ...markOf(2), polledAt: 99 }]);
    await table().owe(chain, { ...poll, wallet: marked });
    const { marks } = await table().load(chain);
    expect(marks.get(fresh)).toEqual({ ...markOf(1, 'owed'), seenAt: { sure: 92 }, block: 0 });
    expect(marks.get(marked)).toEqual({ ...markOf(2, 'owed'), polledAt: null });
    await table().remove(chain, 'hot', [markOf(2)]); // by a tick that saw the mark as it was
    expect((await table().load(chain)).marks.has(marked)).toBe(true);
  });

  it('are finds, until they are removed as they were read', async () => {
    const chain = findChain('0xa4');
    const find = {
      wallet: walletNumber(1),
      stamp: '100',
      transfers: [{ token: '0x1', block: 8 }],
      until: null,
    };
    await table().put(chain, 'find', [find]);
    await table().put(chain, 'find', [{ ...find, wallet: walletNumber(2), until: 200 }]);
    await table().remove(chain, 'find', [{ ...find, stamp: '99' }]);
    expect((await table().load(chain)).finds).toEqual([
      find,
      { ...find, wallet: walletNumber(2), until: 200 },
    ]);
    await table().remove(chain, 'find', [find]);
    expect((await table().load(chain)).finds).toHaveLength(1);
  });

  it('holds results of scans, in items of five thousand entries', async () => {
    const chain = findChain('0xa5');
    const many = Array.from({ length: 5_001 }, (_, n) => `${walletNumber(n)} 7`);
    await table().putSeen(chain, new Map([['1', many]]), '100.0');
    await table().putSeen(
      chain,
      new Map([
        ['1', ['later']],
        ['11', ['another']],
      ]),
      '101.0',
    );
    expect(await table().readSeen(chain, '1')).toEqual([...many, 'later']);
    expect(await table().readSeen(chain, '2')).toEqual([]);
  });
});

describe('a table that lags and takes only part of a write', () => {
  const chain = findChain('0xa6');
  const world = () => {
    const lagging = new LaggingTable();
    const slept: number[] = [];
    const clock = { now: () => 1_000_999, sleep: async (ms: number) => void slept.push(ms) };
    return { lagging, slept, activity: new DynamoActivity(lagging.opened, clock) };
  };

  it('shows the latest write; results of scans expire after two days, marks never', async () => {
    const { lagging, activity } = world();
    await activity.put(chain, 'hot', [markOf(1)]);
    await activity.putSeen(chain, new Map([['1', ['seen']]]), '100.0');
    expect((await activity.load(chain)).marks.size).toBe(1);
    expect(await activity.readSeen(chain, '1')).toEqual(['seen']);
    const expiries = [...lagging.items.values()].map(({ expiresAt }) => expiresAt);
    expect(expiries).toEqual([undefined, 1_000 + 2 * 86_400]);
  });

  it('gets the rest of a write after a while', async () => {
    const { lagging, slept, activity } = world();
    lagging.perBatch = 1;
    await activity.put(chain, 'hot', [markOf(1), markOf(2)]);
    expect((await activity.load(chain)).marks.size).toBe(2);
    expect(slept).toHaveLength(1);
  });
});
