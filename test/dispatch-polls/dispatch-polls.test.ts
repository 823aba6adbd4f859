import { beforeEach, describe, expect, it } from 'vitest';
import type { SendPolls } from '../../functions/dispatch-polls/heartbeat.ts';
import { recordRefused } from '../../functions/dispatch-polls/tick-incidents.ts';
import { importSummary } from '../../functions/incidents/announcements.ts';
import { apiIncident } from '../../functions/incidents/incident-kinds.ts';
import type { OperationsMessage } from '../../functions/incidents/operations-message.ts';
import { unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import type { Watch } from '../../functions/wallet/watch.ts';
import { treasury, watchOf } from '../support/alerts.ts';
import { DispatchWorld } from '../support/worlds/dispatch-world.ts';

const numbered = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const wallets = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ wallet: numbered(n), chain: 'eth' }));
const broken = { wallet: '0x1', chain: 'eth' };
const good = { wallet: treasury, chain: 'eth' };
const spent = { ...unlimitedQuota, isSpent: async () => true };

let world: DispatchWorld;
beforeEach(() => {
  world = new DispatchWorld();
});

const heard = () => world.operations.map(({ type, state, wallet }) => [type, state, wallet]);

describe('what is wrong with a row', () => {
  it.each([
    ['an unreadable row', broken, 'row.unreadable', 'wallet'],
    [
      'a second row of a watch',
      { wallet: treasury.toUpperCase().replace('0X', '0x'), chain: 'ETH' },
      'row.duplicate',
      'watches this wallet',
    ],
  ])('%s is reported and logged once, and again when it is mended', async (_, row, type, reason) => {
    world.rows = [row, good];
    for (let tick = 0; tick < 3; tick += 1) await world.tick();
    expect(heard()).toEqual([[type, 'began', row.wallet]]);
    expect(world.operations[0]?.reason).toMatch(new RegExp(reason));
    expect(world.warnings).toEqual([world.operations[0]?.reason]);
    expect(world.sent).toEqual([treasury, treasury, treasury]);
    world.rows = [good];
    for (let tick = 0; tick < 2; tick += 1) await world.tick();
    expect(heard().slice(1)).toEqual([[type, 'ended', row.wallet]]);
  });

  it('ends with the present fault if another attribute is broken now', async () => {
    for (const over of [{ direction: 'sideways' }, { every: 'often' }]) {
      world.rows = [{ ...good, ...over }];
      await world.tick();
    }
    const faults = world.operations.map(({ state, reason }) => [state, /direction|every/.exec(reason)?.[0]]);
    expect(faults).toEqual([
      ['began', 'direction'],
      ['ended', 'direction'],
      ['began', 'every'],
    ]);
  });
});

describe('polls that were not sent', () => {
  const throttled = { ...unlimitedQuota, isSpent: () => Promise.reject(new Error('throttled')) };
  const attempt = (over: Parameters<DispatchWorld['tick']>[0]) => world.tick(over).catch(() => {});
  const refusesAll: SendPolls = async (messages) => messages.reduce((sum, { polls }) => sum + polls, 0);

  it.each([
    ['its tick failed before them', { quota: throttled }],
    ['SQS took none of them', { send: refusesAll }],
  ])('are sent by the next tick, once, if %s', async (_, fault) => {
    world.rows = wallets(20).map((row, n) => ({ ...row, every: n < 10 ? '10m' : '7m' }));
    const other = new DispatchWorld();
    other.rows = world.rows;
    for (let tick = 0; tick <= 30; tick += 1) {
      await other.tick();
      await (tick % 10 > 5 ? attempt(fault) : world.tick());
    }
    expect(world.sent.toSorted()).toEqual(other.sent.toSorted());
  });

  it('are not sent by a later tick: another process may have sent them', async () => {
    world.rows = wallets(60).map((row) => ({ ...row, every: '1h' }));
    await attempt({ quota: throttled });
    world.now += 50 * 60_000;
    await world.tick();
    await world.tick();
    expect(world.sent.length).toBeLessThan(10);
  });

  it('are not sent by the next tick if SQS took others: those would be polled twice', async () => {
    world.rows = wallets(60).map((row) => ({ ...row, every: '1h' }));
    for (let tick = 0; tick < 60; tick += 1) await attempt({ send: async () => 1 });
    await world.tick();
    expect(world.sent.length).toBeLessThan(10);
  });
});

it('a tick reports a bulk import once all of its wallets have begun, not before', async () => {
  const summariseImport = async (beginning: number, publish: (one: OperationsMessage) => Promise<void>) => {
    if (beginning === 0) await publish(importSummary(12, 0));
  };
  world.rows = [good];
  world.notBegun.set(`${treasury}#0x1`, { minutes: 0, bulk: true });
  await world.tick({ summariseImport });
  expect(heard()).toEqual([]);
  world.notBegun.clear();
  await world.tick({ summariseImport });
  expect(heard()).toEqual([['wallets.watching', 'ended', null]]);
});

it('the daily check of deleted rows gets paused rows too', async () => {
  await world.tick();
  world.rows = [good, { wallet: numbered(0xa1), chain: 'polygon', paused: true }, broken];
  world.now = Date.parse('2026-01-02T23:59:00.000Z');
  const kept: unknown[] = [];
  await world.tick({
    expireOrphans: async ({ watched, unreadable }) =>
      void kept.push(...[...watched, ...unreadable].map(({ row }) => row.wallet)),
  });
  expect(kept).toEqual([treasury, numbered(0xa1), broken.wallet]);
});

describe('a tick fails', () => {
  it('if any batch of a large tick is refused, not only the last', async () => {
    world.rows = wallets(10_001);
    const refusals = [1, 0];
    await expect(world.tick({ send: async () => refusals.shift() ?? 0 })).rejects.toThrow(
      'SQS refused 1 polls',
    );
    expect(refusals).toEqual([]);
  });

  it('if the queue refuses polls; operations still hear of the rows', async () => {
    world.rows = [broken, good];
    world.refuses = 1;
    await expect(world.tick()).rejects.toThrow('SQS refused 1 polls');
    expect(heard()).toEqual([['row.unreadable', 'began', '0x1']]);
  });

  it('if SNS takes no operations message; it still sends its polls and does the daily tasks', async () => {
    world.rows = [broken, good];
    world.deaf = true;
    const done: string[] = [];
    const runDueTasks = async (_: Date, tasks: object) => void done.push(...Object.keys(tasks));
    await expect(world.tick({ runDueTasks })).rejects.toThrow(
      'Operations could not be told: Error: SNS is away',
    );
    expect(done).toContain('orphans');
    expect(world.sent).toEqual([treasury]);
  });
});

it("once the day's calls are used up, only a new wallet is polled, to begin its watch; operations hear of it once", async () => {
  world.rows = [good, { wallet: numbered(7), chain: 'eth' }];
  world.quota = spent;
  world.notBegun = new Map([[`${numbered(7)}#0x1`, { minutes: 0, bulk: false }]]);
  await world.tick({ callsPerDay: 800 });
  await world.tick({ callsPerDay: 800 });
  expect(world.sent).toEqual([numbered(7), numbered(7)]);
  expect(heard().filter(([type]) => type === 'plan.exhausted')).toEqual([['plan.exhausted', 'began', null]]);
  expect(world.operations[0]?.reason).toMatch(
    /^The 800 calls of today .* polling goes on at midnight UTC\.$/,
  );
});

it.each([
  ['are deleted', [], false],
  ['are paused', [{ ...good, paused: true }], false],
  ['are read from a node', [good], true],
])('a missing key is no problem any more once all wallets %s', async (_what, rows, isReadFromNode) => {
  const { incidents } = world.dependencies();
  await incidents.begin([apiIncident('key.missing', 'There is no key.')], []);
  world.rows = [good];
  await world.tick();
  expect(await incidents.list()).toHaveLength(1);
  world.rows = rows;
  // Nor are the calls missed that the day has no more.
  world.quota = spent;
  for (let ticks = 0; ticks < 2; ticks += 1) await world.tick({ isReadFromNode: () => isReadFromNode });
  expect(heard()).toEqual([
    ['key.missing', 'began', null],
    ['key.missing', 'ended', null],
  ]);
  expect(world.operations.at(-1)?.reason).toMatch(/^No wallet needs the API any more, after /);
  expect(await incidents.list()).toEqual([]);
});

it('an outage of one chain is over once no wallet of the chain needs the API', async () => {
  const { incidents } = world.dependencies();
  await incidents.begin([{ ...apiIncident('api.unavailable', 'time-out'), onlyChain: '0x89' }], []);
  const open: number[] = [];
  for (const rows of [[good, { ...good, chain: 'polygon' }], [good]]) {
    world.rows = rows;
    await world.tick();
    open.push((await incidents.list()).length);
  }
  expect(open).toEqual([1, 0]);
});

describe('a plan with fewer calls a day than the wallets ask for', () => {
  it('stretches intervals up to twofold without a message, as for one wallet a minute on 800 calls', async () => {
    world.rows = wallets(1);
    await world.tick({ callsPerDay: 800 });
    world.rows = wallets(10);
    await world.tick({ callsPerDay: 7_200 });
    expect(heard()).toEqual([]);
  });

  it('is reported once beyond that, and once more when it is enough again', async () => {
    world.rows = wallets(2);
    for (let ticks = 0; ticks < 3; ticks += 1) await world.tick({ callsPerDay: 800 });
    expect(heard()).toEqual([['polling.stretched', 'began', null]]);
    expect(world.operations[0]?.reason).toMatch(/2880 calls a day.*callsPerDay allows 800/);
    world.rows = wallets(1);
    for (let ticks = 0; ticks < 3; ticks += 1) await world.tick({ callsPerDay: 800 });
    expect(heard().slice(1)).toEqual([['polling.stretched', 'ended', null]]);
  });
});

describe('a wallet whose first poll waits, because its node lacks old logs,', () => {
  const waiting = Array.from({ length: 120 }, (_, n) =>
    watchOf({ wallet: `0x${String(n).padStart(40, '0')}` as never, fromBlock: 7 }),
  );
  const record = async (refused: readonly Watch[], isKnown = true) => {
    const deps = world.dependencies();
    const missed = isKnown ? null : undefined;
    const node = { chain: 'eth', doubt: null, isLasting: false, missed, isReadFromNode: true, refused };
    await recordRefused([node], await deps.incidents.list(), deps);
  };
  const ended = () => world.operations.filter(({ state }) => state === 'ended');

  it('keeps its incident when other wallets come before it in the table', async () => {
    await record(waiting.slice(20));
    const reported = world.state.items.size;
    await record(waiting);
    expect([reported, world.state.items.size, ended()]).toEqual([100, 100, []]);
    // One wallet begins; another one is reported in its place.
    await record(waiting.slice(0, -1));
    expect(ended()).toMatchObject([{ wallet: waiting.at(-1)?.wallet }]);
    expect(world.operations.at(-1)).toMatchObject({ state: 'began', wallet: waiting[0]?.wallet });
  });

  it("keeps it during a tick that can not read its chain's record", async () => {
    await record(waiting.slice(0, 1));
    await record([], false);
    expect(ended()).toEqual([]);
    await record([]);
    expect(ended()).toHaveLength(1);
  });
});
