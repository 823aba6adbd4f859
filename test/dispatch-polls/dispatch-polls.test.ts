import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWatchLifecycle } from '../../functions/dispatch-polls/rows/watch-lifecycle.ts';
import { importSummary } from '../../functions/incidents/announcements.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import { documentClient } from '../../functions/runtime/aws-clients.ts';
import { tableItems } from '../../functions/runtime/table-items.ts';
import { readWatchlist } from '../../functions/wallet/read-watchlist.ts';
import { treasury } from '../support/alerts.ts';
import { DispatchWorld } from '../support/dispatch-world.ts';

const numbered = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const broken = (n: number) => ({ wallet: `0x${n}`, chain: 'eth' });
const good = { wallet: treasury, chain: 'eth' };

let world: DispatchWorld;
beforeEach(() => {
  world = new DispatchWorld();
});

const heard = () => world.operations.map(({ type, state, wallet }) => [type, state, wallet]);

describe('an unreadable row', () => {
  it('is reported and logged once, however many ticks find it, and reported again when it is mended', async () => {
    world.rows = [broken(1), good];
    for (let tick = 0; tick < 3; tick += 1) await world.tick();
    expect(heard()).toEqual([['row.unreadable', 'began', '0x1']]);
    expect(world.warnings).toEqual([expect.stringContaining('wallet')]);
    expect(world.sent).toEqual([treasury, treasury, treasury]);
    world.rows = [good];
    await world.tick();
    await world.tick();
    expect(heard()).toEqual([
      ['row.unreadable', 'began', '0x1'],
      ['row.unreadable', 'ended', '0x1'],
    ]);
  });
});

describe('a row that is broken in another attribute', () => {
  it('is reported last with its present fault', async () => {
    world.rows = [{ ...good, direction: 'sideways' }];
    await world.tick();
    world.rows = [{ ...good, every: 'often' }];
    await world.tick();
    expect(world.operations.map(({ state, reason }) => [state, /direction|every/.exec(reason)?.[0]])).toEqual(
      [
        ['began', 'direction'],
        ['ended', 'direction'],
        ['began', 'every'],
      ],
    );
  });
});

describe('a wallet whose row is deleted', () => {
  const failing = {
    since: Date.parse('2026-01-01T00:00:00.000Z'),
    reason: 'The API answered 400.',
    published: true,
  };

  it('has its incidents ended at the daily check, if operations heard of them', async () => {
    world.orphans = [
      { wallet: treasury, chain: 'goerli', failing, behind: { ...failing, published: false } },
      { wallet: numbered(3), chain: 'eth', failing: null, behind: null },
    ];
    world.now = Date.parse('2026-01-02T23:59:00.000Z');
    await world.tick();
    expect(heard()).toEqual([['wallet.failing', 'ended', treasury]]);
    expect(world.operations[0]?.reason).toMatch(/^The row was deleted, /);
    await world.tick();
    expect(heard()).toHaveLength(1);
  });

  it('is not one whose row exists: watched, paused or unreadable', async () => {
    await world.tick();
    world.rows = [
      good,
      { wallet: numbered(0xa1), chain: 'polygon', paused: true },
      { wallet: ` ${numbered(0xb2).toUpperCase().replace('0X', '0x')}`, chain: 'eth', every: 'often' },
    ];
    const { states } = world.dependencies();
    let keeps: (wallet: string, chain: string) => boolean = () => false;
    world.now = Date.parse('2026-01-02T23:59:00.000Z');
    await world.tick({
      states: {
        ...states,
        expireOrphans: async (isWatched) => {
          keeps = (wallet, chain) => isWatched({ wallet, chain });
        },
      },
    });
    expect([keeps(treasury, '0x1'), keeps(numbered(0xa1), '0x89'), keeps(numbered(0xb2), '0x1')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([keeps(treasury, '0x89'), keeps(numbered(0xa1), '0x1'), keeps(numbered(4), '0x1')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is reported among many before the tick ends, even if their states can not be saved after it', async () => {
    world.orphans = Array.from({ length: 12 }, (_, n) => ({
      wallet: `0x${n}`,
      chain: 'eth',
      failing,
      behind: null,
    }));
    const { states } = world.dependencies();
    const expireOrphans: typeof states.expireOrphans = async (...of) => {
      await states.expireOrphans(...of);
      throw new Error('throttled');
    };
    const taken: string[] = [];
    const publishOperations = async ({ reason }: { readonly reason: string }) => {
      await new Promise(setImmediate);
      taken.push(reason);
    };
    world.now = Date.parse('2026-01-02T23:59:00.000Z');
    await world.tick({ states: { ...states, expireOrphans }, publishOperations });
    expect(taken).toHaveLength(11);
    expect(taken.at(-1)).toMatch(/^2 more: /);
    expect(world.errors).toEqual([expect.stringContaining('throttled')]);
  });
});

it('a tick reports a bulk import once its wallets have begun, and not while one of them has not', async () => {
  const announcements = {
    summarise: async (beginning: number, publish: (message: OperationsMessage) => Promise<void>) => {
      if (beginning === 0) await publish(importSummary(12, 0));
    },
  };
  const tick = () => world.tick({ announcements });
  world.rows = [good];
  world.notBegun.set(`${treasury}#0x1`, { minutes: 0, bulk: true });
  await tick();
  expect(heard()).toEqual([]);
  world.notBegun.clear();
  await tick();
  expect(heard()).toEqual([['wallets.watching', 'ended', null]]);
});

describe('a row with a misspelt attribute', () => {
  it('is polled, reported once by both names, and reported again when it is mended', async () => {
    world.rows = [{ ...good, minAmont: '1000', note: 'cold', label: 'Treasury' }];
    for (let tick = 0; tick < 3; tick += 1) await world.tick();
    expect(world.sent).toEqual([treasury, treasury, treasury]);
    expect(heard()).toEqual([['row.attribute', 'began', treasury]]);
    expect(world.operations[0]?.reason).toMatch(/^"minAmont" .*"minAmount"/);
    world.rows = [{ ...good, minAmount: '1000', note: 'cold', label: 'Treasury' }];
    await world.tick();
    expect(heard().slice(1)).toEqual([['row.attribute', 'ended', treasury]]);
  });
});

describe('a row that duplicates another one', () => {
  it('is reported once, and polled once', async () => {
    world.rows = [{ wallet: treasury.toUpperCase().replace('0X', '0x'), chain: 'ETH' }, good];
    await world.tick();
    await world.tick();
    expect(heard()).toEqual([['row.duplicate', 'began', world.rows[0]?.wallet]]);
    expect(world.sent).toEqual([treasury, treasury]);
  });
});

describe('when the queue refuses polls', () => {
  it('fails if any batch of a large tick is refused, not only the last', async () => {
    world.rows = Array.from({ length: 10_001 }, (_, n) => ({ wallet: numbered(n + 1), chain: 'eth' }));
    const refusals = [1, 0];
    const send = async () => refusals.shift() ?? 0;
    await expect(world.tick({ send })).rejects.toThrow('SQS refused 1 polls');
    expect(refusals).toEqual([]);
  });

  it('operations still hear of the rows, and the tick counts as failed', async () => {
    world.rows = [broken(1), good];
    world.refuses = 1;
    await expect(world.tick()).rejects.toThrow('SQS refused 1 polls');
    expect(heard()).toEqual([['row.unreadable', 'began', '0x1']]);
  });
});

describe('when SNS takes no operations message', () => {
  it('still does the daily tasks, and the tick counts as failed', async () => {
    world.rows = [broken(1), good];
    world.deaf = true;
    const done: string[] = [];
    const doPeriodic = async (_: Date, tasks: object) => void done.push(...Object.keys(tasks));
    await expect(world.tick({ doPeriodic })).rejects.toThrow(
      'Operations could not be told: Error: SNS is away',
    );
    expect(done).toContain('orphans');
    expect(world.sent).toEqual([treasury]);
  });
});

it.each([0, 1, 2, 3, 4])('a tick is not over while report %i to operations is under way', async (held) => {
  world.rows = [broken(1), good];
  world.quota = { ...unlimitedQuota, isSpent: async () => true };
  const { incidents } = world.dependencies();
  const told = Promise.withResolvers<void>();
  let reports = 0;
  const untilTold = async () => {
    reports += 1;
    if (reports === held + 1) await told.promise;
  };
  let isOver = false;
  const tick = world
    .tick({ incidents: { ...incidents, begin: untilTold, end: untilTold }, callsPerDay: 1_000_000 })
    .then(() => {
      isOver = true;
    });
  await setTimeout(20);
  expect(isOver).toBe(false);
  told.resolve();
  await tick;
});

describe("when the day's calls are used up", () => {
  it('a wallet that is new is sent all the same: its watch begins with the poll that fails', async () => {
    const other = { wallet: numbered(7), chain: 'eth' };
    world.rows = [good, other];
    world.quota = { ...unlimitedQuota, isSpent: async () => true };
    world.notBegun = new Map([[`${numbered(7)}#0x1`, { minutes: 0, bulk: false }]]);
    await world.tick();
    expect(world.sent).toEqual([numbered(7)]);
  });

  it('no poll is sent, and operations hear of it once', async () => {
    world.rows = [good];
    world.quota = { ...unlimitedQuota, isSpent: async () => true };
    await world.tick({ callsPerDay: 800 });
    await world.tick({ callsPerDay: 800 });
    expect(world.sent).toEqual([]);
    expect(heard()).toEqual([['plan.exhausted', 'began', null]]);
    expect(world.operations[0]?.reason).toMatch(
      /^The 800 calls of today .* polling goes on at midnight UTC\.$/,
    );
  });
});

describe('a plan with fewer calls a day than the wallets ask for', () => {
  const wallets = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ wallet: numbered(n), chain: 'eth' }));

  it('stretches intervals up to twofold without a message: one wallet a minute on 800 calls is no problem', async () => {
    world.rows = wallets(1);
    await world.tick({ callsPerDay: 800 });
    world.rows = wallets(10);
    await world.tick({ callsPerDay: 7_200 });
    expect(heard()).toEqual([]);
  });

  it('is reported once below that, and once more when it is enough again', async () => {
    world.rows = wallets(2);
    for (let ticks = 0; ticks < 3; ticks += 1) await world.tick({ callsPerDay: 800 });
    expect(heard()).toEqual([['polling.stretched', 'began', null]]);
    expect(world.operations[0]?.reason).toMatch(/2880 calls a day.*callsPerDay allows 800/);
    expect(world.operations[0]?.whatToDo).toMatch(/^npx chainbell estimate says what plan/);
    world.rows = wallets(1);
    for (let ticks = 0; ticks < 3; ticks += 1) await world.tick({ callsPerDay: 800 });
    expect(heard().slice(1)).toEqual([['polling.stretched', 'ended', null]]);
  });
});

describe('a cold start', () => {
  it('finds out which of 20,000 wallets were polled before in time that grows with their number', async () => {
    const watches = readWatchlist(
      Array.from({ length: 20_000 }, (_, n) => ({ wallet: numbered(n), chain: 'eth' })),
    ).watched.map(({ watch }) => watch);
    const items = new Map(
      watches.slice(1).map(({ wallet }) => [`${wallet}#0x1`, { wallet, chain: 'eth', start: {} }]),
    );
    const dynamodb = documentClient(new DynamoDBClient({ region: 'us-east-1' }));
    const keeper = (count: number) => {
      const states = { readItems: async () => items };
      const table = createWatchLifecycle(tableItems(dynamodb, 'State'), states, { now: () => 0 });
      return table.notBegun(watches.slice(0, count));
    };
    const timed = async (count: number) => {
      const begun = process.cpuUsage();
      expect([...(await keeper(count))]).toEqual([[`${numbered(0)}#0x1`, { minutes: 0, bulk: false }]]);
      // Where the processor's time is counted in ticks, less than one counts as zero.
      return Math.max(process.cpuUsage(begun).user, 10_000);
    };
    // The least of several tries counts, so that garbage collection does not.
    const least = async (count: number) => {
      const tries: number[] = [];
      for (let i = 0; i < 3; i += 1) tries.push(await timed(count));
      return Math.min(...tries);
    };
    await timed(2_000);
    expect((await least(20_000)) / (await least(2_000))).toBeLessThan(40);
  });
});
