import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import type { NodeParameter } from '../../functions/node/node-parameters.ts';
import { exchange as stranger, usdc, watchOf } from '../support/alerts.ts';
import { walletNumber } from '../support/worlds/hinted-world.ts';
import { SourceWorld } from '../support/worlds/source-world.ts';

const [alice, bob, carol] = [walletNumber(1), walletNumber(2), walletNumber(3)];
const madeUp = `0x${'70'.repeat(20)}`;
const coming = (to: Address, token: string | null = usdc) => ({ from: stranger, to, token });
const rows = (...wallets: Address[]) => wallets.map((wallet) => watchOf({ wallet }));
const { first } = SourceWorld;
const sent = { areAllSent: true, areSweepsSent: false, credit: null, waiting: new Set<Address>() };

let chain: SourceWorld;
const minute = () => Math.floor(chain.now / 60_000);
const setRecord = (over: object) => {
  if (chain.table.record !== null) chain.table.record = { ...chain.table.record, ...over };
};
/** The wallet's polls succeed. */
const poll = (wallet: Address) => {
  const mark = chain.table.marks.get(wallet);
  if (mark !== undefined) chain.table.marks.set(wallet, { ...mark, polledAt: minute() + 60 });
};
beforeEach(async () => {
  chain = new SourceWorld(rows(alice, bob));
  await chain.tick();
});

describe('the hints of a scan', () => {
  it('name the wallets that it saw, not those of earlier scans and not new ones', async () => {
    const quiet = Array.from({ length: 200 }, (_, n) => walletNumber(n + 10));
    chain = new SourceWorld(rows(alice, bob, ...quiet));
    await chain.tick();
    expect((await chain.tick([coming(alice)])).hints.seen).toEqual(new Set([alice]));
    chain.watches = rows(alice, bob, carol, ...quiet);
    const { hints } = await chain.tick([coming(bob)]);
    expect(hints.seen).toEqual(new Set([bob]));
    expect([...hints.marks.keys()].toSorted()).toEqual([alice, bob, carol]);
  });

  it('say which blocks were read, and that the read is complete', async () => {
    const { hints } = await chain.tick([], []);
    const read = { scanned: [first + 1, first + 3], coinThrough: first + 3 };
    expect(hints).toMatchObject({ ...read, isCurrent: true, isReliable: true });
    chain.node.reply = { status: 500, body: '' };
    expect((await chain.tick()).hints).toMatchObject({ ...read, isCurrent: false, isReliable: false });
    expect(chain.logged).toEqual(['no fresh scan: The node answered with status 500.']);
  });

  it("count a node's late blocks as read, but not as fresh", async () => {
    chain.node.mine([coming(alice)], chain.now - 600_000);
    chain.now += 60_000;
    const { hints, health } = await chain.ask();
    expect(hints).toMatchObject({ isCurrent: true, isReliable: false, scanned: [first + 1, first + 2] });
    expect(health.doubt).toContain('two minutes old');
    expect(chain.of(alice)).toEqual(['erc20 1 in 2']);
  });

  it('ignore coin that is more than a day behind', async () => {
    const day = 288 * 25;
    setRecord({ scanned: { number: first + 1, hash: chain.node.head.hash }, coinThrough: first + 1 - day });
    chain.node.refusesState = 'missing trie node';
    chain.now += 60_000;
    expect((await chain.ask()).hints.coinThrough).toBe(first + 1 - day);
    expect((await chain.tick()).hints.coinThrough).toBeNull();
  });
});

describe('a scan between two ticks', () => {
  it('does not keep a wallet out of a tick, not even out of a second tick in the same minute', async () => {
    await chain.tick([coming(alice, madeUp)]);
    chain.node.mine([coming(alice, madeUp)], chain.now);
    expect((await chain.ask()).hints).toMatchObject({ seen: new Set([alice]), repeated: new Set() });
  });

  it.each([
    ['all comes from the node', 300],
    ['the node shows what the API lacks', 200],
    ['the node only gives hints', 100],
  ] as const)('shares the calls of its tick, if %s', async (_use, most) => {
    chain.isReadFromNode = most > 100;
    const eth = findChain('eth');
    if (most === 200) chain.watches = [watchOf({ wallet: alice, chain: { ...eth, besideApi: true } })];
    chain.node.calls = [];
    await chain.tick();
    expect(chain.table.record?.calls).toEqual({ minute: minute(), made: chain.node.calls.length });
    chain.node.mine([], chain.now);
    await chain.ask(true);
    expect(chain.table.record?.calls).toEqual({ minute: minute(), made: chain.node.calls.length });
    const doubtAfter = async (made: number) => {
      setRecord({ calls: { minute: minute(), made } });
      chain.node.mine([], chain.now);
      return (await chain.ask(true)).health.doubt;
    };
    expect(await doubtAfter(most - 20)).toBeNull();
    expect(await doubtAfter(most)).toContain('It would take more than 0 calls');
  });
});

describe('a chain', () => {
  it('tells whether it has a node, is read from it, and was reliable', async () => {
    expect(await chain.open()).toMatchObject({ hasNode: true, isReadFromNode: true, wasReliable: false });
    await chain.tick();
    chain.isReadFromNode = false;
    expect(await chain.open()).toMatchObject({ hasNode: true, isReadFromNode: false, wasReliable: true });
    // A request has no answer yet.
    setRecord({ asking: 1 });
    expect((await chain.open())?.wasReliable).toBe(false);
  });

  it('is left out without a node, or if its parameter can not be read and no node was ever asked', async () => {
    chain.isReadFromNode = false;
    chain.parameter = { kind: 'none' };
    const none = { nodes: new Map(), nodeless: new Set(), unread: [] };
    expect(await chain.chains()).toEqual({ ...none, nodeless: new Set(['0x1']) });
    chain.parameter = { kind: 'unreadable', reason: 'SSM throttles.' };
    expect(await chain.ask()).toMatchObject({
      hints: { isReliable: false },
      health: { doubt: 'SSM throttles.' },
    });
    chain.table.record = null;
    expect(await chain.chains()).toEqual(none);
    expect(chain.logged.at(-1)).toBe('SSM throttles.');
  });

  it('is not left out if its parameter is there and can not be decrypted: operations hear of it at the third tick', async () => {
    chain.isReadFromNode = false;
    chain.table.record = null;
    chain.parameter = { kind: 'unreadable', reason: 'KMS denies.', exists: true };
    const health = [await chain.tick(), await chain.tick(), await chain.tick()].map((one) => one.health);
    expect(health.map(({ isLasting }) => isLasting)).toEqual([false, false, true]);
    expect(health.at(-1)).toMatchObject({ doubt: 'KMS denies.', isReadFromNode: false });
  });

  it.each<[NodeParameter, object]>([
    [{ kind: 'none' }, { doubt: 'There is no node.', isLasting: false }],
    [
      { kind: 'unfit', reason: 'It is not https.' },
      { doubt: 'It is not https.', isLasting: true },
    ],
  ])('is not left out if it can only be read from its node: %o', async (parameter, troubles) => {
    chain = new SourceWorld(rows(alice));
    chain.parameter = parameter;
    expect((await chain.tick()).health).toMatchObject({ ...troubles, isReadFromNode: true });
    expect(chain.table.record).toMatchObject({ freshScans: 0, doubtful: 1 });
  });

  it('is scanned in ranges that its host accepted before, and by the tick of each full hour in the largest', async () => {
    chain.isReadFromNode = false;
    const queriesOf = async (scan: () => Promise<unknown>) => {
      setRecord({ sizes: { blocks: 1, topics: 1, batches: true } });
      chain.node.calls = [];
      await scan();
      return chain.node.calls.filter(({ method }) => method === 'eth_getLogs').length;
    };
    const blocks: [][] = Array.from({ length: 9 }, () => []);
    const tickAt = (time: string) => () => {
      chain.now = Date.parse(`2026-01-02T${time}:00.000Z`) - 60_000;
      return chain.tick(...blocks);
    };
    expect(await queriesOf(tickAt('03:59'))).toBe(9 * 4);
    expect(await queriesOf(tickAt('04:00'))).toBe(2);
    for (const block of blocks) chain.node.mine(block, chain.now);
    expect(await queriesOf(() => chain.ask(true))).toBe(9 * 4);
  });

  it('is doubted for a wallet for a day after a sweep found a missed transfer, and for its chain after two such tokens', async () => {
    await chain.tick([coming(alice), coming(bob)]);
    const find = (wallet: Address, token: string, block: number) =>
      chain.table.finds.set(wallet, { wallet, stamp: '', transfers: [{ token, block }], until: null });
    find(alice, usdc, first + 2);
    // Another wallet's find in the same token.
    for (const wallet of [bob, carol]) find(wallet, usdc, first + 1);
    const { hints, health } = await chain.tick();
    expect(hints.ordinary).toEqual(new Set([bob, carol]));
    expect(health.missed).toBeNull();
    const until = minute() + 1_440;
    expect([...chain.table.finds]).toMatchObject([
      [bob, { until }],
      [carol, { until }],
    ]);
    chain.table.writes = [];
    await chain.tick();
    expect(chain.table.writes).toEqual(['save', 'save']);
    const hour = 3_600_000;
    chain.now += 12 * hour;
    find(alice, madeUp, first + 1);
    expect((await chain.tick()).health.missed).toContain(`${usdc} (wallet ${bob})`);
    // The first wallet's day of doubt is over, but the chain's is not.
    chain.now += 13 * hour;
    expect((await chain.tick()).health.missed).toContain(`${usdc} (wallet ${bob})`);
    chain.now += 12 * hour;
    expect((await chain.tick()).health.missed).toBeNull();
    expect(chain.table.finds.size).toBe(0);
  });

  it('is doubted because of transfers since a wallet was watched, not because of earlier ones', async () => {
    chain.watches = rows(alice, bob, carol);
    await chain.tick();
    const { number } = chain.node.head;
    for (const [block, ordinary] of [[number, []] as const, [number + 1, [carol]] as const]) {
      await chain.tick();
      const transfers = [{ token: usdc, block }];
      chain.table.finds.set(carol, { wallet: carol, stamp: '', transfers, until: null });
      expect([...(await chain.tick()).hints.ordinary]).toEqual(ordinary);
    }
  });
});

describe('a tick stores', () => {
  it('no second mark for a wallet that waits for the plan, unless the new activity is more important', async () => {
    const tick = async (waiting: Address[], ...moved: ReturnType<typeof coming>[]) => {
      chain.node.mine(moved, chain.now);
      chain.now += 60_000;
      await (await (await chain.open())?.ask(() => false))?.store({ ...sent, waiting: new Set(waiting) });
      return chain.table.marks.get(alice)?.stamp;
    };
    const before = await tick([alice], coming(alice, madeUp));
    expect(await tick([alice], coming(alice, madeUp))).toBe(before);
    const dearer = await tick([alice], coming(alice));
    expect(dearer).not.toBe(before);
    expect(await tick([], coming(alice))).not.toBe(dearer);
  });

  it('the end of a mark whose tail is over, once no re-org can reach its block or no row watches the wallet', async () => {
    await chain.tick([coming(alice), coming(bob)]);
    poll(alice);
    const blocks = (count: number) => Array.from({ length: count }, () => []);
    await chain.tick(...blocks(25));
    expect([...chain.table.marks.keys()]).toEqual([alice, bob]);
    await chain.tick();
    expect([...chain.table.marks.keys()]).toEqual([bob]);
    chain.watches = rows(alice);
    await chain.tick();
    expect(chain.table.marks.size).toBe(0);
  });

  it('the latest tick up to which sweeps were sent', async () => {
    const store = async (areSweepsSent = true) =>
      (await (await chain.open())?.ask(() => false))?.store({ ...sent, areSweepsSent });
    await store(false);
    expect(chain.table.record?.sweptThrough).toBeNull();
    await store();
    expect(chain.table.record?.sweptThrough).toBe(minute());
    const latest = minute();
    chain.now -= 120_000;
    await store();
    expect(chain.table.record?.sweptThrough).toBe(latest);
  });

  it('no progress if the queue refused some polls: a later tick makes all of them', async () => {
    const asked = await (await chain.open())?.ask(() => false);
    const before = chain.table.record?.sweptThrough;
    await asked?.store({ ...sent, areAllSent: false, areSweepsSent: true });
    expect(chain.table.record?.sweptThrough).toBe(before);
  });

  it('nothing if another tick has stored its scan meanwhile', async () => {
    const asked = await (await chain.open())?.ask(() => false);
    setRecord({ saves: 99 });
    const other = chain.table.record;
    await asked?.store(sent);
    expect(chain.table.record).toBe(other);
    expect(chain.logged).toEqual(['another tick has scanned this chain meanwhile']);
  });
});
