import { expect, it } from 'vitest';
import type { ChainActivity, NodeTroubles } from '../../functions/activity/chain-activity.ts';
import type { Hints } from '../../functions/activity/hints.ts';
import type { SentOfChain } from '../../functions/activity/store-scan.ts';
import type { Mark } from '../../functions/activity/tail.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { chainKey, findChain } from '../../functions/chain/chains.ts';
import { createCallSpread } from '../../functions/dispatch-polls/call-spread.ts';
import { dispatchPolls } from '../../functions/dispatch-polls/dispatch-polls.ts';
import { activityIncident } from '../../functions/dispatch-polls/tick-incidents.ts';
import { callWindows } from '../../functions/rate/call-windows.ts';
import { unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import { watchKey } from '../../functions/wallet/watch.ts';
import { DispatchWorld, opening, silent } from '../support/dispatch-world.ts';
import { walletNumber } from '../support/hinted-world.ts';
import { settled } from '../support/scheduler.ts';

const well = { doubt: null, lasts: false, isSource: false, missed: null };

/** @param store told of what was sent */
const nodeOf = (
  chain: string,
  ask: () => Promise<Hints>,
  store: (sent: SentOfChain) => Promise<void> = async () => {},
  troubles: Omit<NodeTroubles, 'chain'> = well,
): ChainActivity => ({
  chain: findChain(chain),
  isSource: false,
  hasNode: true,
  wasReliable: true,
  credit: null,
  unanswered: null,
  ask: async () => ({ hints: await ask(), store, troubles: { chain, ...troubles } }),
});

it('the polls of a chain wait only for its own node', async () => {
  const world = new DispatchWorld();
  world.rows = ['eth', 'polygon', 'base'].map((chain, n) => ({ wallet: walletNumber(n), chain }));
  const sent = () => world.messages.flatMap(({ rows }) => rows.map(({ chain }) => chain)).toSorted();
  let answer: (hints: Hints) => void = () => {};
  const hanging = new Promise<Hints>((resolve) => {
    answer = resolve;
  });
  const nodes = [
    nodeOf('eth', () => hanging),
    nodeOf('polygon', async () => ({ ...silent, reliable: false })),
  ];
  const tick = world.tick({ activity: opening(...nodes) });
  await settled();
  expect(sent()).toEqual(['base', 'polygon']);
  answer({ ...silent, reliable: false });
  await tick;
  expect(sent()).toEqual(['base', 'eth', 'polygon']);
});

it("a row's node part begins at once, even if the row itself began long ago", async () => {
  const world = new DispatchWorld();
  world.rows = [{ wallet: walletNumber(1), chain: 'eth', every: '6h', watch: 'erc20, native' }];
  const node = {
    ...nodeOf('eth', async () => silent),
    chain: { ...findChain('eth'), part: 'node' as const },
  };
  await world.tick({
    activity: opening(node),
    states: {
      ...world.dependencies().states,
      notBegun: async (watches) => {
        const unbegun = watches.filter(({ chain }) => chain.part === 'node');
        return new Map(unbegun.map((watch) => [watchKey(watch), { minutes: 0, bulk: false }]));
      },
    },
  });
  expect(world.messages.map(({ part }) => part)).toContain('node');
});

it('a row that asks for a node is not reported as mended by a tick that can not see whether there is one', async () => {
  const world = new DispatchWorld();
  world.rows = [{ wallet: walletNumber(1), chain: 'eth', watch: 'erc20, native' }];
  const part = { ...findChain('eth'), part: 'node' as const };
  const seen = { nodes: new Map(), nodeless: new Set([chainKey(part)]), unread: [] };
  const states = () => world.operations.map(({ type, state }) => `${type} ${state}`);
  await world.tick({ activity: { open: async () => seen } });
  await world.tick({ activity: opening() });
  expect(states()).toEqual(['row.attribute began']);
  await world.tick({ activity: opening({ ...nodeOf('eth', async () => silent), chain: part }) });
  expect(states()).toEqual(['row.attribute began', 'row.attribute ended']);
});

it("a node that missed transfers is not reported as recovered by a tick that can't read its record", async () => {
  const world = new DispatchWorld();
  world.rows = [{ wallet: walletNumber(1), chain: 'eth' }];
  const missing = nodeOf('eth', async () => silent, undefined, { ...well, missed: 'It left out two.' });
  await world.tick({ activity: opening(missing) });
  const unread = { chain: 'eth', ...well, doubt: 'DynamoDB throttles.', missed: undefined };
  const opened = { nodes: new Map(), nodeless: new Set<string>(), unread: [unread] };
  await world.tick({ activity: { open: async () => opened } });
  const states = () => world.operations.map(({ type, state }) => `${type} ${state}`);
  expect(states()).toEqual(['activity.missed began']);
  await world.tick({ activity: opening(nodeOf('eth', async () => silent)) });
  expect(states()).toEqual(['activity.missed began', 'activity.missed ended']);
});

it('the polls of a chain without a node stretch by the demand of all chains, which share one plan', async () => {
  const world = new DispatchWorld();
  const chains = ['eth', 'eth', 'eth', 'base'];
  world.rows = chains.map((chain, n) => ({ wallet: walletNumber(n), chain }));
  const node = { ...nodeOf('eth', async () => ({ ...silent, reliable: false })), wasReliable: false };
  for (let tick = 0; tick < 12; tick += 1)
    await world.tick({
      activity: opening(node),
      // Half of what they ask for, and a quarter more that is kept for other calls.
      callsPerDay: (4 * 1_440) / 2 / 0.8,
    });
  const polls = (n: number) => world.sent.filter((wallet) => wallet === walletNumber(n)).length;
  expect([0, 1, 2, 3].map(polls)).toEqual([6, 6, 6, 6]);
});

it('if a node is no longer relied on, the polls of all chains stretch, and operations hear of it', async () => {
  const world = new DispatchWorld();
  world.rows = [1, 2].map((n) => ({ wallet: walletNumber(n), chain: 'eth' }));
  const tick = (reliable: boolean) =>
    world.tick({
      activity: opening(nodeOf('eth', async () => ({ ...silent, reliable }))),
      callsPerDay: 800,
      sweepSeconds: 21_600,
    });
  await tick(true);
  expect(world.operations).toEqual([]);
  await tick(false);
  expect(world.operations).toMatchObject([
    { type: 'polling.stretched', reason: expect.stringMatching(/2880 calls/) },
  ]);
});

it("polls keep the day's calls for other wallets, also for those that a node may show active", async () => {
  const keptBeside = async (node: ChainActivity | null) => {
    const world = new DispatchWorld();
    // A quarter of the day is over.
    world.now = Date.parse('2026-01-02T05:59:00.000Z');
    world.rows = ['base', 'base', 'eth'].map((chain, n) => ({ wallet: walletNumber(n), chain }));
    await world.tick({
      ...(node === null ? {} : { activity: opening(node) }),
      callsPerDay: 10_000,
      sweepSeconds: 21_600,
    });
    return world.messages[0]?.kept;
  };
  expect(await keptBeside(null)).toBe((2 * 1_440 * 3) / 4);
  // Four sweeps a day of the third, and of four fifths of the plan what rows leave: two thirds of it to others.
  const left = 8_000 - (2 * 1_440 + 4);
  expect(await keptBeside(nodeOf('eth', async () => silent))).toBe(
    Math.ceil(((1_440 + 4 + (left * 2) / 3) * 3) / 4),
  );
});

it('polls of chains without a node leave turns to those that wait for a node', async () => {
  const lastTurn = async (...nodes: ChainActivity[]) => {
    const world = new DispatchWorld();
    world.rows = Array.from({ length: 200 }, (_, n) => ({ wallet: walletNumber(n), chain: 'base' }));
    world.rows.push({ wallet: walletNumber(1), chain: 'eth' });
    await world.tick({ activity: opening(...nodes), spread: createCallSpread(callWindows(1)) });
    const ofBase = world.messages.filter(({ rows }) => rows.some(({ chain }) => chain === 'base'));
    return Math.max(...ofBase.map(({ delay }) => delay).filter((delay) => delay <= 90));
  };
  expect(await lastTurn()).toBeGreaterThan(70);
  const hanging = { ...nodeOf('eth', async () => ({ ...silent, reliable: false })), wasReliable: false };
  const turn = await lastTurn(hanging);
  expect(turn).toBeGreaterThan(40);
  expect(turn).toBeLessThanOrEqual(53);
});

it('a node learns whether all of its polls went into the queue, and whether the day has calls for sweeps', async () => {
  const world = new DispatchWorld();
  world.rows = [{ wallet: walletNumber(1), chain: 'eth' }];
  const told: SentOfChain[] = [];
  const node = nodeOf(
    'eth',
    async () => ({ ...silent, reliable: false }),
    async (sent) => void told.push(sent),
  );
  const activity = opening(node);
  await world.tick({ activity });
  world.refuses = 1;
  await expect(world.tick({ activity })).rejects.toThrow('SQS refused 1 polls');
  world.refuses = 0;
  await world.tick({ activity, quota: { ...unlimitedQuota, isSpent: async () => true } });
  expect(told).toMatchObject([
    { all: true, sweeps: true },
    { all: false, sweeps: true },
    { all: true, sweeps: false },
  ]);
});

/** Seen as sender of a surely real token in this minute, and not polled since. */
const markAt = (wallet: string, now: number): Mark => {
  const minute = Math.floor(now / 60_000);
  return {
    wallet: parseAddress(wallet),
    stamp: 'a sight',
    seenAt: { sent: minute },
    polledAt: null,
    block: 7,
  };
};

it('of a chain with a node an active wallet, one to be swept and one that is polled ordinarily get one poll each', async () => {
  const world = new DispatchWorld();
  const [active, swept, ordinary] = [walletNumber(1), walletNumber(2), walletNumber(3)];
  world.rows = [1, 2, 3].map((n) => ({ wallet: walletNumber(n), chain: 'eth' }));
  const hints: Hints = {
    ...silent,
    marks: new Map([[active, markAt(active, world.now)]]),
    ordinary: new Set([ordinary]),
  };
  const activity = opening(nodeOf('eth', async () => hints));
  const sent = await dispatchPolls(new Date(world.now), {
    ...world.dependencies(),
    activity,
    // Sweeps are due each minute.
    sweepSeconds: 60,
  });
  expect(sent).toEqual({ polls: 3 });
  expect(world.sent.toSorted()).toEqual([active, swept, ordinary]);
});

it('a day without calls takes nothing from what a chain has saved', async () => {
  const world = new DispatchWorld();
  const active = walletNumber(1);
  world.rows = [{ wallet: active, chain: 'eth' }];
  const told: SentOfChain[] = [];
  const marks = new Map([[active, markAt(active, world.now)]]);
  const node = nodeOf(
    'eth',
    async () => ({ ...silent, marks }),
    async (sent) => void told.push(sent),
  );
  const credit = { calls: 3, minute: world.now / 60_000 };
  const activity = opening({ ...node, credit });
  const quota = { ...unlimitedQuota, isSpent: async () => true };
  await world.tick({ activity, callsPerDay: 1_000, quota });
  expect(world.sent).toEqual([]);
  expect(told).toMatchObject([{ credit }]);
});

it('a wallet that surely real money left is polled at once, although the turns of the next seconds are taken', async () => {
  const world = new DispatchWorld();
  const active = walletNumber(500);
  world.rows = Array.from({ length: 30 }, (_, n) => ({ wallet: walletNumber(n), chain: 'base' }));
  world.rows.push({ wallet: active, chain: 'eth' });
  const hints = { ...silent, marks: new Map([[active, markAt(active, world.now)]]) };
  const activity = opening(nodeOf('eth', async () => hints));
  await world.tick({ activity, spread: createCallSpread(callWindows(1)) });
  const ofActive = world.messages.filter(({ rows }) => rows.some(({ wallet }) => wallet === active));
  expect(ofActive.map(({ delay }) => delay)).toEqual([0]);
});

it.each([
  ['its node is relied on no more', { reliable: false }],
  ['a sweep found what the node did not show', { ordinary: new Set([walletNumber(500)]) }],
])(
  'money that surely left a wallet is polled at once, though %s and the plan stretches polls',
  async (_, doubt) => {
    const world = new DispatchWorld();
    const active = walletNumber(500);
    world.rows = Array.from({ length: 100 }, (_row, n) => ({ wallet: walletNumber(n), chain: 'eth' }));
    world.rows.push({ wallet: active, chain: 'eth' });
    const sentAt = async (at: number) => {
      world.sent.length = 0;
      const marks = new Map([[active, markAt(active, at)]]);
      const hints = { ...silent, ...doubt, marks };
      await world.tick({ activity: opening(nodeOf('eth', async () => hints)), callsPerDay: 800 });
      return world.sent.filter((wallet) => wallet === active).length;
    };
    const ticks = Array.from({ length: 5 }, (_tick, n) => world.now + (n + 1) * 60_000);
    const polls: number[] = [];
    for (const at of ticks) polls.push(await sentAt(at));
    expect(polls).toEqual([1, 1, 1, 1, 1]);
  },
);

it("activity that can't be stored is logged, and the polls are sent", async () => {
  const world = new DispatchWorld();
  world.rows = [{ wallet: walletNumber(1), chain: 'eth' }];
  const node = nodeOf(
    'eth',
    async () => ({ ...silent, reliable: false }),
    () => Promise.reject(new Error('throttled')),
  );
  await world.tick({ activity: opening(node) });
  expect(world.sent).toEqual([walletNumber(1)]);
  expect(world.errors).toEqual([expect.stringMatching(/activity can't be stored.*: Error: throttled/)]);
});

it('a chain that is read from its node gets no poll at a tick that can not read the record of its node', async () => {
  const world = new DispatchWorld();
  world.rows = ['eth', 'base'].map((chain, n) => ({ wallet: walletNumber(n), chain }));
  await world.tick({
    activity: opening(),
    isReadFromNode: ({ id }) => id === '0x1',
  });
  expect(world.sent).toEqual([walletNumber(1)]);
});

it('an operations message never ends a tick', async () => {
  const world = new DispatchWorld();
  world.rows = [{ wallet: walletNumber(1), chain: 'eth' }];
  const troubled = nodeOf(
    'eth',
    async () => ({ ...silent, reliable: false }),
    async () => {},
    { ...well, doubt: 'It hangs.', lasts: true },
  );
  const refuse = async () => {
    throw new Error('SNS is away');
  };
  await world.tick({
    activity: opening(troubled),
    incidents: {
      list: async () => [],
      begin: (some) => (some.length > 0 ? refuse() : Promise.resolve()),
      end: async () => {},
    },
  });
  expect(world.sent).toEqual([walletNumber(1)]);
  expect(world.errors).toEqual([expect.stringMatching(/could not be told of a node: Error: SNS is away$/)]);
});

it('the incident of a node names its chain as commands take it', () => {
  const { whatToDo, chain } = activityIncident('arbitrum one', 'activity.missed', 'It left a transfer out.');
  expect(chain).toBe('arbitrum one');
  expect(whatToDo).toContain('npx chainbell rpc set arbitrum-one.');
});
