import { describe, expect, it } from 'vitest';
import { type Address, checksumAddress } from '../../functions/chain/address.ts';
import type { OutgoingMessage } from '../../functions/queue/poll-queue.ts';
import { unlimitedQuota } from '../../functions/rate/daily-quota.ts';
import { usdc } from '../support/alerts.ts';
import { settled } from '../support/scheduler.ts';
import { HintedWorld, nodelessChain, stranger, walletNumber } from '../support/worlds/hinted-world.ts';

const wallets = Array.from({ length: 5 }, (_, n) => walletNumber(n + 1));
const [alice, bob] = wallets as [Address, Address];

async function reliedOn(over: Record<string, unknown> = {}): Promise<HintedWorld> {
  const world = new HintedWorld();
  world.watch(wallets, over);
  await world.rely();
  return world;
}

/** A world whose node is the source of transfers, after its first tick. */
async function ofSource(watch = (world: HintedWorld) => world.watch(wallets)): Promise<HintedWorld> {
  const world = HintedWorld.ofSource();
  world.settings = { isReadFromNode: () => true };
  watch(world);
  await world.tick();
  return world;
}

const receives = (to: Address) => ({ from: stranger, to, token: usdc });

describe('a scan between two ticks', () => {
  it('causes one poll of each active wallet at once and none of a chain without a node, and polls in the tail that begins then', async () => {
    const world = await reliedOn({ every: '15s' });
    world.watch([bob], { chain: nodelessChain });
    await world.tick();
    world.mine(receives(alice));
    expect(await world.between(15)).toEqual([alice]);
    expect(await world.between(30)).toEqual([]);
    const tail = (await world.ticks(9)).map((polled) => polled.includes(alice));
    expect(tail).toEqual([true, true, false, true, false, false, false, true, false]);
  });

  it('leaves a wallet whose watch has not begun to the next tick', async () => {
    const world = await ofSource();
    world.begins.add(alice);
    world.works = false;
    await world.tick();
    world.works = true;
    world.waiting.length = 0;
    world.mine(receives(alice), receives(bob));
    expect(await world.between(15)).toEqual([bob]);
  });

  it.each([
    ['is paused', { paused: true }],
    ['can not be read', { every: 'often', Min_Amount: 'much' }],
  ])('finds transfers while a row %s, for the first poll afterwards', async (_how, over) => {
    const world = await ofSource((before) => {
      before.watch([bob]);
      before.watch([alice], over);
    });
    await world.tick();
    world.mine(receives(alice));
    expect([await world.between(15), await world.tick(), world.found]).toEqual([[], [], [alice]]);
    world.dispatch.rows = [];
    world.watch([bob, alice]);
    expect(await world.tick()).toEqual([alice]);
  });

  it('finds transfers of a wallet that has a row in another spelling, too, which can not be read', async () => {
    const world = await reliedOn();
    world.dispatch.rows.push({ wallet: checksumAddress(alice), chain: 'eth', every: 'often' });
    await world.ticks(2);
    world.mine(receives(alice));
    expect(await world.between(15)).toEqual([alice]);
  });

  it('polls a failed wallet only at the next tick', async () => {
    const world = await reliedOn();
    world.outcome = () => null;
    world.mine(receives(alice));
    expect([await world.between(15), await world.between(30), await world.tick()]).toEqual([
      [alice],
      [],
      [alice],
    ]);
  });

  it("polls for strangers' events once a minute, and for money each time", async () => {
    const world = await reliedOn();
    const polled: Address[][] = [];
    for (const seconds of [15, 30, 45]) {
      world.mine({ from: stranger, to: alice }, receives(bob));
      polled.push(await world.between(seconds));
    }
    expect(polled).toEqual([[alice, bob], [bob], [bob]]);
    expect(await world.tick()).toEqual([alice, bob]);
  });

  it('keeps to a longer interval of the row', async () => {
    const world = await reliedOn({ every: '5m' });
    // In the first interval with a node each wallet is polled once more, and one is then swept.
    await world.ticks(6);
    const polled: Address[] = [];
    for (let minutes = 0; minutes < 5; minutes += 1) {
      world.mine(receives(alice));
      polled.push(...(await world.between(15)), ...(await world.tick()));
    }
    expect(polled).toEqual([alice]);
  });

  it('keeps to the plan', async () => {
    const world = await reliedOn();
    world.callsPerDay = 100;
    world.mine(...wallets.map((to) => ({ from: stranger, to })));
    await world.tick();
    const credit = () => world.table.record?.credit?.calls ?? 0;
    const left = credit();
    world.mine(...wallets.map(receives));
    const polled = await world.between(15);
    expect(polled.length).toBeLessThanOrEqual(Math.ceil(left));
    expect(credit()).toBeCloseTo(left - polled.length);
    world.settings = { quota: { ...unlimitedQuota, isSpent: async () => true } };
    world.callsPerDay = null;
    world.mine(...wallets.map((from) => ({ from, to: stranger, token: usdc })));
    expect(await world.between(30)).toEqual([]);
  });

  it('neither begins nor ends an outage', async () => {
    const world = await reliedOn();
    world.node.refusesLogs = 'the backend is away';
    for (const seconds of [15, 30, 45]) await world.between(seconds);
    await world.ticks(2);
    expect(world.operations()).toEqual([]);
    world.node.refusesLogs = null;
    await world.between(15);
    world.node.refusesLogs = 'the backend is away';
    await world.tick();
    expect(world.operations()).toEqual(['activity.unavailable began eth']);
  });

  it("makes no call while another scan runs, or after a later tick's scan", async () => {
    const world = await reliedOn();
    const { table, node } = world;
    const asks = async (seconds: number, late = 0) => {
      node.calls = [];
      await world.between(seconds, late);
      return node.calls.length > 0;
    };
    expect([await asks(15), await asks(30, 4_000), await asks(45, 4_001)]).toEqual([true, true, false]);
    const { record } = table;
    if (record === null) throw new Error('nothing was scanned');
    const { calls } = record;
    table.record = { ...record, asking: calls.minute };
    expect(await asks(45)).toBe(false);
    table.record = { ...record, calls: { ...calls, minute: calls.minute + 1 } };
    expect(await asks(30)).toBe(false);
  });

  it('runs once if its message comes twice, with the rows that the tick read', async () => {
    const world = await reliedOn();
    world.settings = { readRows: () => Promise.reject(new Error('a second read costs as much as a tick')) };
    world.mine(receives(alice));
    world.node.calls = [];
    const polled = await Promise.all([world.between(15), world.between(15)]);
    expect(polled.flat()).toContain(alice);
    expect(world.node.calls.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(2);
  });
});

describe('a tick', () => {
  /** The times at which a tick that begins and ends this many seconds late wakes the function. */
  async function wokenBy(late: number, end = late, setUp: (world: HintedWorld) => void = () => {}) {
    const world = await reliedOn();
    const sent: OutgoingMessage[] = [];
    // SQS takes some time, and Lambda freezes what a tick leaves unfinished.
    const send = async (messages: readonly OutgoingMessage[]) => {
      for (let turn = 0; turn < 3; turn += 1) await settled();
      sent.push(...messages);
      return 0;
    };
    setUp(world);
    const tick = world.dispatch.now + 60_000;
    let seconds = late;
    const now = () => {
      const then = tick + seconds * 1_000;
      seconds = end;
      return then;
    };
    world.settings = { wakeUps: { everySeconds: 15, send }, clock: { now } };
    await world.tick();
    return sent.map(({ body, delay }) => [delay, (JSON.parse(body).at - tick) / 1_000]);
  }

  it.each([0.2, 14, 40, 59, -3_600])(
    'that is %d seconds late sends messages for scans until the next tick, which may be as late',
    async (late) => {
      expect(await wokenBy(late)).toEqual([
        [15, late + 15],
        [30, late + 30],
        [45, late + 45],
      ]);
    },
  );

  it('leaves out scans that would begin before its own has ended', async () => {
    expect(await wokenBy(40, 60)).toEqual([
      [10, 70],
      [25, 85],
    ]);
    // The tick itself has just scanned.
    expect((await wokenBy(0, 15)).map(([delay]) => delay)).toEqual([15, 30]);
  });

  it('sends no message for a scan if no chain has a node', async () => {
    const none = (world: HintedWorld) => {
      world.parameter = null;
    };
    expect(await wokenBy(0, 0, none)).toEqual([]);
  });
});
