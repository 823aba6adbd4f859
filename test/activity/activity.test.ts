import { describe, expect, it } from 'vitest';
import { createActivity, minuteOf } from '../../functions/activity/activity.ts';
import { type ChainRecord, neverScanned, sweptBefore } from '../../functions/activity/chain-record.ts';
import type { Find } from '../../functions/activity/finds.ts';
import type { SentOfChain } from '../../functions/activity/store-scan.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { type NodeParameter, parseNodeUrl } from '../../functions/node/node-parameters.ts';
import { watchOf } from '../support/alerts.ts';
import { FakeNode } from '../support/fake-node.ts';
import { stranger, walletNumber } from '../support/hinted-world.ts';
import { MemoryActivity } from '../support/memory-activity.ts';

const [alice, bob] = [walletNumber(1), walletNumber(2)];
const eth = findChain('eth');
const hour = Date.parse('2026-01-02T03:00:00.000Z');
const minute = 60_000;
const sent: SentOfChain = { all: true, sweeps: true, credit: null, waiting: new Set() };

/** A chain's node beside one table, a tick at a time; the first is seven minutes past the hour. */
function worldOf(
  parameter: NodeParameter = { kind: 'url', url: parseNodeUrl('https://node.example.org') },
  isSource = false,
) {
  const world = { now: hour + 7 * minute, table: new MemoryActivity(), logged: [] as string[] };
  const node = new FakeNode(1_000, world.now);
  const log = (message: string) => void world.logged.push(message);
  const activity = createActivity({
    findNode: async () => parameter,
    post: node.post,
    table: world.table,
    source: {
      isReadFromNode: () => isSource,
      tokens: { find: async () => new Map(), keep: async () => {} },
      write: async () => {},
      putEvents: async () => {},
    },
    clock: { now: () => world.now, sleep: () => new Promise<void>(() => {}) },
    log: { info: log, warn: log, error: log },
  });
  const open = async (watches = [watchOf({ wallet: alice })]) => activity.open(watches, new Date(world.now));
  const openEth = async () => {
    const opened = (await open()).nodes.get(eth.id);
    if (opened === undefined) throw new Error('the chain was left out');
    return opened;
  };
  /** One tick to its end, a minute after the one before. */
  const tick = async (change: Partial<SentOfChain> = {}) => {
    world.now += minute;
    node.mine([], world.now);
    const asked = await (await openEth()).ask([]);
    await asked.store({ ...sent, ...change });
    return asked;
  };
  return Object.assign(world, { node, open, openEth, tick });
}

describe('the chains of a tick', () => {
  const watches = [watchOf({ wallet: alice }), watchOf({ wallet: bob, chain: findChain('gnosis') })];

  it("are opened one by one; a chain that can't be read is polled ordinarily, and logged", async () => {
    const { open, table, logged } = worldOf();
    const ids = async () => [...(await open(watches)).nodes.values()].map(({ chain }) => chain.id);
    expect(await ids()).toEqual(watches.map(({ chain }) => chain.id));
    const empty = await table.load();
    table.load = async (...[chain]: unknown[]) => {
      if (chain !== eth) throw new Error('no such table');
      return empty;
    };
    expect(await ids()).toEqual([eth.id]);
    expect(logged).toEqual([expect.stringContaining("error: what is known of a chain's activity")]);
  });

  it('are left out if there is no node, or if a parameter cannot be read and no node was ever asked', async () => {
    expect(await worldOf({ kind: 'none' }).open()).toEqual({
      nodes: new Map(),
      nodeless: new Set([eth.id]),
      unread: [],
    });
    const { open, table, logged } = worldOf({ kind: 'unreadable', reason: 'SSM throttles.' });
    expect(await open()).toEqual({ nodes: new Map(), nodeless: new Set(), unread: [] });
    expect(logged).toEqual(['SSM throttles.']);
    table.record = { ...neverScanned, saves: 1 };
    const asked = await (await open()).nodes.get(eth.id)?.ask([]);
    expect(asked).toMatchObject({ hints: { reliable: false }, troubles: { doubt: 'SSM throttles.' } });
  });

  it.each<[NodeParameter, object]>([
    [{ kind: 'none' }, { doubt: 'There is no node.', lasts: false }],
    [
      { kind: 'unfit', reason: 'It is not https.' },
      { doubt: 'It is not https.', lasts: true },
    ],
  ])('are not left out if they can only be read from their node: %o', async (parameter, troubles) => {
    const world = worldOf(parameter, true);
    expect(await world.tick()).toMatchObject({ troubles: { ...troubles, isSource: true } });
    expect(world.table.record).toMatchObject({ freshScans: 0, doubtful: 1 });
  });
});

describe('a chain with a node', () => {
  it('is relied on after two fresh scans, and not while a request is unanswered', async () => {
    const { table, tick, openEth, logged } = worldOf();
    expect((await openEth()).wasReliable).toBe(false);
    await tick();
    expect((await openEth()).wasReliable).toBe(false);
    await tick();
    expect(await openEth()).toMatchObject({ wasReliable: true, unanswered: null });
    expect(logged).toEqual([]);
    table.record = { ...(table.record ?? neverScanned), asking: 1 };
    expect(await openEth()).toMatchObject({ wasReliable: false, unanswered: { reliable: false } });
  });

  it('is scanned in the sizes that its host accepted before, and at each full hour in the largest', async () => {
    const world = worldOf();
    await world.tick();
    const { record } = world.table;
    const callsAt = async (time: number) => {
      const saves = world.table.record?.saves ?? 0;
      world.table.record = {
        ...(record ?? neverScanned),
        saves,
        sizes: { blocks: 1, topics: 1, batches: true },
      };
      world.node.calls = [];
      world.now = time - minute;
      await world.tick();
      return world.node.calls.filter(({ method }) => method === 'eth_getLogs').length;
    };
    for (let blocks = 0; blocks < 9; blocks += 1) world.node.mine([], world.now);
    expect(await callsAt(hour + 59 * minute)).toBeGreaterThan(2 * 9);
    expect(await callsAt(hour + 60 * minute)).toBe(2);
  });

  it('says in the log why it was not scanned', async () => {
    const world = worldOf();
    world.node.chainId = '0x89';
    const { troubles } = await world.tick();
    expect(world.logged).toEqual([`no fresh scan: ${troubles.doubt}`]);
  });

  it('is scanned again if the queue refused polls', async () => {
    const world = worldOf();
    await world.tick();
    const { scanned } = world.table.record ?? {};
    world.node.mine([{ from: stranger, to: alice }], world.now);
    await world.tick({ all: false });
    expect(world.table.record?.scanned).toEqual(scanned);
    expect([world.table.marks.size, world.table.seen.size]).toEqual([1, 0]);
  });

  it('keeps what another tick has saved meanwhile', async () => {
    const world = worldOf();
    const asked = await (await world.openEth()).ask([]);
    const other = { ...(world.table.record ?? neverScanned), saves: 9 };
    world.table.record = other;
    await asked.store(sent);
    expect(world.table.record).toEqual(other);
    expect(world.logged).toEqual(['another tick has scanned this chain meanwhile']);
  });
});

it('a find is judged once, and forgotten when it expires or a scan has shown it', async () => {
  const world = worldOf();
  const findOf = (wallet: Find['wallet'], change: Partial<Find>): Find => ({
    wallet,
    stamp: '1',
    transfers: [{ token: stranger, block: 1_000 }],
    until: null,
    ...change,
  });
  const now = minuteOf(new Date(world.now));
  const finds = [findOf(alice, {}), findOf(bob, { until: now }), findOf(walletNumber(3), { transfers: [] })];
  for (const find of finds) world.table.finds.set(find.wallet, find);
  const { hints } = await world.tick();
  expect([...hints.ordinary]).toEqual([alice]);
  expect([...world.table.finds.values()]).toEqual([{ ...finds[0], until: now + 1 + 1_440 }]);
  world.table.writes = [];
  await world.tick();
  expect(world.table.writes).toEqual(['save', 'save']);
});

it('sweeps are not counted as sent up to a tick that lies two days ahead', () => {
  const record = (sweptThrough: number | null): ChainRecord => ({ ...neverScanned, sweptThrough });
  const swept = (through: number | null) => sweptBefore(record(through), 10_000);
  expect([swept(9), swept(12_880), swept(12_881), swept(null)]).toEqual([9, 12_880, null, null]);
});
