import { beforeEach, describe, expect, it } from 'vitest';
import type { ChainActivity } from '../../functions/activity/chain-activity.ts';
import type { Hints } from '../../functions/activity/hints.ts';
import type { ActivityKind, Mark } from '../../functions/activity/marks.ts';
import type { SentOfChain } from '../../functions/activity/store-scan.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { chainKey, findChain } from '../../functions/chain/chains.ts';
import { dispatchPolls } from '../../functions/dispatch-polls/dispatch-polls.ts';
import { callWindows, createCallSpread } from '../../functions/rate/call-windows.ts';
import { unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import { type Watch, watchKey } from '../../functions/wallet/watch.ts';
import { watchOf } from '../support/alerts.ts';
import { settled } from '../support/scheduler.ts';
import { DispatchWorld, nodeOf, opening } from '../support/worlds/dispatch-world.ts';
import { walletNumber } from '../support/worlds/hinted-world.ts';

const doubted = { isReliable: false };
const spent = { ...unlimitedQuota, isSpent: async () => true };

let world: DispatchWorld;
beforeEach(() => {
  world = new DispatchWorld();
});

/** A row on each chain. */
const watch = (...chains: string[]) => {
  world.rows = chains.map((chain, n) => ({ wallet: walletNumber(n), chain }));
};
const states = () => world.operations.map(({ type, state }) => `${type} ${state}`);

/** A mark: seen in this minute, by default as sender of a surely real token, and not polled since. */
const markedAt = (wallet: string, now: number, kind: ActivityKind = 'sent') => {
  const seenAt = { [kind]: Math.floor(now / 60_000) };
  const mark: Mark = { wallet: parseAddress(wallet), stamp: 'a sight', seenAt, polledAt: null, block: 7 };
  return new Map([[mark.wallet, mark]]);
};

it('the polls of a chain wait only for its own node', async () => {
  watch('eth', 'polygon', 'base');
  const sent = () => world.messages.flatMap(({ rows }) => rows.map(({ chain }) => chain)).toSorted();
  const hanging = Promise.withResolvers<Partial<Hints>>();
  const nodes = [nodeOf({ hints: hanging.promise }), nodeOf({ chain: findChain('polygon'), hints: doubted })];
  const tick = world.tick({ activity: opening(...nodes) });
  await settled();
  expect(sent()).toEqual(['base', 'polygon']);
  hanging.resolve(doubted);
  await tick;
  expect(sent()).toEqual(['base', 'eth', 'polygon']);
});

const besideApi = { ...findChain('eth'), besideApi: true };

it("a row's node watch begins at once, even if the row itself began long ago", async () => {
  world.rows = [{ wallet: walletNumber(1), chain: 'eth', every: '6h', watch: 'erc20, native' }];
  await world.tick({
    activity: opening(nodeOf({ chain: besideApi })),
    findNotBegun: async (watches) => {
      const unbegun = watches.filter(({ chain }) => chain.besideApi);
      return new Map(unbegun.map((one) => [watchKey(one), { minutes: 0, bulk: false }]));
    },
  });
  expect(world.messages.map((message) => message.part)).toContain('node');
});

it("a paused row's node watch is not polled", async () => {
  const ofNode = nodeOf({ chain: besideApi, wasReliable: false, hints: { isReliable: false } });
  const polled = async (paused: boolean) => {
    world.messages.length = 0;
    world.rows = [{ wallet: walletNumber(1), chain: 'eth', watch: 'erc20, native', paused }];
    await world.tick({ activity: opening(ofNode) });
    return world.messages.map((message) => message.part ?? 'api').toSorted();
  };
  expect([await polled(false), await polled(true)]).toEqual([['api', 'node'], []]);
});

it.each([{ watch: 'erc20, natve' }, { tokens: 'native, 0xbad' }])(
  "a row's node watch is scanned while its row is mistyped (%o), because no later scan reads those blocks",
  async (attributes) => {
    world.rows = [{ wallet: walletNumber(1), chain: 'eth', ...attributes }];
    const scanned: string[] = [];
    const open = async (watches: readonly Watch[], tick: Date) => {
      scanned.push(...watches.map(watchKey));
      return opening(nodeOf({ chain: besideApi })).open(watches, tick);
    };
    await world.tick({ activity: { open } });
    expect(scanned).toEqual([watchKey({ wallet: parseAddress(walletNumber(1)), chain: besideApi })]);
    expect(world.messages).toEqual([]);
  },
);

it.each([{ watch: 'erc20, natve' }, { paused: true, watch: 'native' }])(
  'a node is asked also if no row of its chain is polled (%o): it forgets balances after half an hour',
  async (attributes) => {
    world.rows = [{ wallet: walletNumber(1), chain: 'eth', ...attributes }];
    const stored: SentOfChain[] = [];
    const store = async (sent: SentOfChain) => void stored.push(sent);
    const node = nodeOf({
      chain: besideApi,
      isReadFromNode: true,
      health: { doubt: 'It is away.', isLasting: true },
      store,
    });
    await world.tick({ activity: opening(node) });
    expect([stored.length, world.messages]).toEqual([1, []]);
    expect(states()).not.toContain('activity.unavailable began');
  },
);

describe('operations hear of a node', () => {
  it('that a row asks for and the chain lacks; not of its end while a tick can not check', async () => {
    world.rows = [{ wallet: walletNumber(1), chain: 'eth', watch: 'erc20, native' }];
    const none = { nodes: new Map(), nodeless: new Set([chainKey(besideApi)]), unread: [] };
    await world.tick({ activity: { open: async () => none } });
    await world.tick({ activity: opening() });
    expect(states()).toEqual(['row.attribute began']);
    expect(world.operations[0]?.reason).toContain('The rest of the row is watched.');
    await world.tick({ activity: opening(nodeOf({ chain: besideApi })) });
    expect(states()).toEqual(['row.attribute began', 'row.attribute ended']);
  });

  it('that missed transfers; not of its recovery while a tick can not read its record', async () => {
    watch('eth');
    await world.tick({ activity: opening(nodeOf({ health: { missed: 'It left out two.' } })) });
    const unread = {
      doubt: 'DynamoDB throttles.',
      isLasting: false,
      isReadFromNode: false,
      missed: undefined,
    };
    const none = { nodes: new Map(), nodeless: new Set<string>(), unread: [{ chain: 'eth', ...unread }] };
    await world.tick({ activity: { open: async () => none } });
    expect(states()).toEqual(['activity.missed began']);
    await world.tick({ activity: opening(nodeOf()) });
    expect(states()).toEqual(['activity.missed began', 'activity.missed ended']);
  });

  it('beside the API as of one that alerts wait for, if a row asks it for more than tokens', async () => {
    world.rows = [{ wallet: walletNumber(1), chain: 'eth', watch: 'erc20, native' }];
    const health = { doubt: 'It hangs.', isLasting: true };
    const ofNode = { chain: besideApi, isReadFromNode: true, health: { ...health, isReadFromNode: true } };
    await world.tick({ activity: opening(nodeOf({ health }), nodeOf(ofNode)) });
    expect(world.operations).toMatchObject([{ type: 'activity.unavailable' }]);
    // Without the node nothing would watch the coin.
    expect(world.operations[0]?.whatToDo).not.toContain('rpc unset');
  });

  it('at a later tick if SNS is away, as of all else', async () => {
    watch('eth');
    world.deaf = true;
    const tick = () =>
      world.tick({ activity: opening(nodeOf({ health: { doubt: 'It hangs.', isLasting: true } })) });
    await expect(tick()).rejects.toThrow('Operations could not be told: Error: SNS is away');
    world.deaf = false;
    world.now += 60_000;
    await tick();
    expect(states()).toEqual(['activity.unavailable began']);
  });

  it('whose loss makes the polls of all chains stretch, once, whatever its causes', async () => {
    watch('eth', 'eth');
    const tick = (isReliable: boolean, doubt: string | null, isLasting: boolean) => {
      const node = nodeOf({ hints: { isReliable }, health: { doubt, isLasting } });
      return world.tick({ activity: opening(node), callsPerDay: 800 });
    };
    await tick(true, null, false);
    await tick(false, 'It hangs.', false);
    expect(world.operations).toEqual([]);
    await tick(false, 'It hangs.', true);
    expect(world.operations).toMatchObject([
      { type: 'polling.stretched', reason: expect.stringMatching(/2880 calls/) },
      { type: 'activity.unavailable' },
    ]);
    await tick(false, 'It answers for another chain.', false);
    expect(world.operations).toHaveLength(2);
  });
});

it('on a chain without a node, polls stretch by the demand of all chains, which share one plan', async () => {
  watch('eth', 'eth', 'eth', 'base');
  const activity = opening(nodeOf({ hints: doubted, wasReliable: false }));
  // Half of the calls that the rows ask for, plus a quarter that is reserved for other calls.
  const callsPerDay = (4 * 1_440) / 2 / 0.8;
  for (let tick = 0; tick < 12; tick += 1) await world.tick({ activity, callsPerDay });
  const polls = (n: number) => world.sent.filter((wallet) => wallet === walletNumber(n)).length;
  expect([0, 1, 2, 3].map(polls)).toEqual([6, 6, 6, 6]);
});

it("polls reserve the day's calls for other wallets, also for those that a node may show active", async () => {
  const keptBeside = async (...nodes: ChainActivity[]) => {
    world = new DispatchWorld();
    watch('base', 'base', 'eth');
    await world.tick({ activity: opening(...nodes), callsPerDay: 10_000 });
    return world.messages[0]?.kept;
  };
  expect(await keptBeside()).toBe(2 * 1_440);
  // The third wallet has four sweeps a day. Activity has what rows and sweeps leave of four fifths of the plan: two thirds are for others.
  const left = 8_000 - (2 * 1_440 + 4);
  expect(await keptBeside(nodeOf())).toBe(Math.ceil(1_440 + 4 + (left * 2) / 3));
});

it('polls on chains without a node leave turns to polls that wait for a node', async () => {
  const lastTurn = async (...nodes: ChainActivity[]) => {
    world = new DispatchWorld();
    watch(...Array(200).fill('base'), 'eth');
    await world.tick({ activity: opening(...nodes), spread: createCallSpread(callWindows(1)) });
    const ofBase = world.messages.filter(({ rows }) => rows.some(({ chain }) => chain === 'base'));
    return Math.max(...ofBase.map(({ delay }) => delay).filter((delay) => delay <= 90));
  };
  expect(await lastTurn()).toBeGreaterThan(70);
  const turn = await lastTurn(nodeOf({ hints: doubted, wasReliable: false }));
  expect(turn).toBeGreaterThan(40);
  expect(turn).toBeLessThanOrEqual(53);
});

it("a chain's activity learns whether the queue took all of its polls, and whether the day has calls for sweeps", async () => {
  watch('eth');
  const told: SentOfChain[] = [];
  const activity = opening(nodeOf({ hints: doubted, store: async (sent) => void told.push(sent) }));
  await world.tick({ activity });
  world.refuses = 1;
  await expect(world.tick({ activity })).rejects.toThrow('SQS refused 1 polls');
  world.refuses = 0;
  await world.tick({ activity, quota: spent });
  expect(told).toMatchObject([
    { areAllSent: true, areSweepsSent: true },
    { areAllSent: false, areSweepsSent: true },
    { areAllSent: true, areSweepsSent: false },
  ]);
});

it('on a chain with a node, active wallets, one due for its sweep and one polled ordinarily get one poll each', async () => {
  watch('eth', 'eth', 'eth', 'eth');
  const [active, swept, ordinary, receiver] = [
    walletNumber(0),
    walletNumber(1),
    walletNumber(2),
    walletNumber(3),
  ];
  const marks = new Map([...markedAt(active, world.now), ...markedAt(receiver, world.now, 'sure')]);
  const hints = { marks, ordinary: new Set([ordinary]) };
  // Sweeps are due each minute.
  const deps = { ...world.dependencies(), activity: opening(nodeOf({ hints })), sweepSeconds: 60 };
  expect(await dispatchPolls(new Date(world.now), deps)).toEqual({ polls: 4 });
  expect(world.sent.toSorted()).toEqual([active, swept, ordinary, receiver]);
});

it("a chain's savings are its wallets' part of the calls for activity, so that a storm takes none of another chain's", async () => {
  watch('eth', 'polygon', 'polygon', 'polygon');
  const saved: number[] = [];
  const store = async ({ credit }: SentOfChain) => void saved.push(credit?.calls ?? 0);
  const nodes = [nodeOf({ store }), nodeOf({ chain: findChain('polygon'), store })];
  await world.tick({ activity: opening(...nodes), callsPerDay: 8_000 });
  // Beyond its part each chain saves eight calls.
  const [eth = 0, polygon = 0] = saved.map((calls) => calls - 8);
  expect(polygon / eth).toBeCloseTo(3);
});

it('the polls that all wallets get once their chain has a node take their calls from those for activity', async () => {
  const savedAt = async (since: number) => {
    world = new DispatchWorld();
    watch('eth', 'eth');
    const saved: number[] = [];
    const store = async ({ credit }: SentOfChain) => void saved.push(credit?.calls ?? 0);
    const hints = { markedSince: world.now / 60_000 + since };
    await world.tick({ activity: opening(nodeOf({ hints, store })), callsPerDay: 800 });
    return saved[0] ?? 0;
  };
  const [open, over] = [await savedAt(0), await savedAt(-100)];
  expect(world.operations).toEqual([]);
  expect(open).toBeLessThan(over / 2);
});

it("a day without calls takes nothing from a chain's savings", async () => {
  watch('eth');
  const told: SentOfChain[] = [];
  const credit = { calls: 3, minute: world.now / 60_000 };
  const hints = { marks: markedAt(walletNumber(0), world.now) };
  const node = nodeOf({ credit, hints, store: async (sent) => void told.push(sent) });
  await world.tick({ activity: opening(node), callsPerDay: 1_000, quota: spent });
  expect(world.sent).toEqual([]);
  expect(told).toMatchObject([{ credit }]);
});

describe('a wallet is polled at once after surely real money left it', () => {
  it('although the turns of the next seconds are taken', async () => {
    watch(...Array(30).fill('base'), 'eth');
    const active = walletNumber(30);
    const activity = opening(nodeOf({ hints: { marks: markedAt(active, world.now) } }));
    await world.tick({ activity, spread: createCallSpread(callWindows(1)) });
    const ofActive = world.messages.filter(({ rows }) => rows.some(({ wallet }) => wallet === active));
    expect(ofActive.map(({ delay }) => delay)).toEqual([0]);
  });

  it.each([
    ['its node is relied on no more', doubted],
    ['a sweep found what the node did not show', { ordinary: new Set([walletNumber(100)]) }],
  ])('though %s and the plan stretches polls', async (_, doubt) => {
    watch(...Array(101).fill('eth'));
    const active = walletNumber(100);
    for (let tick = 0; tick < 5; tick += 1) {
      const hints = { ...doubt, marks: markedAt(active, world.now + 60_000) };
      await world.tick({ activity: opening(nodeOf({ hints })), callsPerDay: 800 });
    }
    expect(world.sent.filter((wallet) => wallet === active)).toHaveLength(5);
  });
});

it('the marks of a chain that is read from its node are stored before its polls are sent', async () => {
  watch('eth');
  const marks = markedAt(walletNumber(0), world.now + 60_000);
  const sentBefore: number[] = [];
  const store = async () => void sentBefore.push(world.sent.length);
  await world.tick({ activity: opening(nodeOf({ isReadFromNode: true, hints: { marks }, store })) });
  expect([sentBefore, world.sent.length]).toEqual([[0], 1]);
});

it('a node is asked for the past of a row with fromBlock until its watch has begun, and not again', async () => {
  world.rows = [{ wallet: walletNumber(0), chain: 'eth', fromBlock: '7' }];
  const node = nodeOf({ isReadFromNode: true });
  const begun: boolean[] = [];
  const ask: ChainActivity['ask'] = (isBegun) => {
    begun.push(isBegun(watchOf({ wallet: walletNumber(0), fromBlock: 7 })));
    return node.ask(isBegun);
  };
  world.notBegun.set(`${walletNumber(0)}#0x1`, { minutes: 0, bulk: false });
  await world.tick({ activity: opening({ ...node, ask }) });
  world.notBegun.clear();
  await world.tick({ activity: opening({ ...node, ask }) });
  expect(begun).toEqual([false, true]);
});

it("a chain that is read from its node gets no poll in a tick that can not read the node's record", async () => {
  watch('eth', 'base');
  await world.tick({ activity: opening(), isReadFromNode: ({ id }) => id === '0x1' });
  expect(world.sent).toEqual([walletNumber(1)]);
});
