import { describe, expect, it } from 'vitest';
import { HintedWorld, stranger, walletNumber } from '../support/hinted-world.ts';

const wallets = Array.from({ length: 30 }, (_, n) => walletNumber(n + 1));
const [alice] = wallets as [ReturnType<typeof walletNumber>];
const counted = (polled: readonly (readonly string[])[]) =>
  wallets.map((wallet) => polled.flat().filter((one) => one === wallet).length);

async function reliedOn(over: Record<string, unknown> = {}, sweepSeconds = 3_600): Promise<HintedWorld> {
  const world = new HintedWorld();
  world.sweepSeconds = sweepSeconds;
  world.watch(wallets, over);
  await world.rely();
  return world;
}

describe('a wallet without activity', () => {
  it('is polled every sweepEvery, spread over it', async () => {
    const world = await reliedOn();
    const polled = await world.ticks(180);
    expect(counted(polled)).toEqual(wallets.map(() => 3));
    expect(Math.max(...polled.map(({ length }) => length))).toBeLessThan(6);
  });

  it('is polled at its own interval if that is longer', async () => {
    const world = await reliedOn({ every: '2h' });
    expect(counted(await world.ticks(240))).toEqual(wallets.map(() => 2));
  });

  it('is swept at a due poll of its own, never in between', async () => {
    const world = await reliedOn({ every: '7m' });
    const polled = await world.ticks(420);
    for (const wallet of wallets) {
      const at = polled.flatMap((one, minute) => (one.includes(wallet) ? [minute] : []));
      expect(at.length).toBeGreaterThanOrEqual(6);
      const gaps = at.slice(1).map((minute, n) => minute - (at[n] ?? 0));
      expect(gaps.every((gap) => gap % 7 === 0 && gap <= 67)).toBe(true);
    }
  });

  it('is swept by one poll if its row is below a minute', async () => {
    const world = await reliedOn({ every: '15s' });
    expect(counted(await world.ticks(60))).toEqual(wallets.map(() => 1));
  });

  it('is swept even if the tick of its sweep did not run', async () => {
    const world = await reliedOn();
    const before = await world.ticks(10);
    world.dispatch.now += 49 * 60_000;
    const after = await world.ticks(1);
    expect(counted([...before, ...after])).toEqual(wallets.map(() => 1));
  });

  it('is swept after a day without calls', async () => {
    const world = await reliedOn();
    const { quota } = world.dispatch;
    world.dispatch.quota = { ...quota, isSpent: async () => true };
    await world.ticks(60);
    world.dispatch.quota = quota;
    expect(counted(await world.ticks(1))).toEqual(wallets.map(() => 1));
  });

  it('whose sweep fails is polled until a poll has succeeded', async () => {
    const world = await reliedOn();
    world.outcome = () => null;
    const failed = (await world.ticks(30)).flat();
    expect(new Set(failed).size).toBeLessThan(wallets.length);
    // Due from the first failure on: each is polled in every tick after it.
    expect(failed.length).toBeGreaterThan(3 * new Set(failed).size);
    world.outcome = () => ({});
    await world.tick();
    expect((await world.ticks(3)).flat().length).toBeLessThan(20);
  });
});

describe('the plan', () => {
  const asked = async (world: HintedWorld, callsPerDay: number, minutes: number) => {
    world.callsPerDay = callsPerDay;
    return (await world.counts(minutes)).reduce((sum, count) => sum + count, 0);
  };

  it('of 800 calls polls thirty wallets with a node as often as asked, and not one of them without a node', async () => {
    const world = await reliedOn({}, 21_600);
    expect(await asked(world, 800, 360)).toBe(30);
    world.parameter = null;
    const ordinary = await asked(world, 800, 360);
    expect(ordinary).toBeGreaterThan(100);
    expect(ordinary).toBeLessThan(200);
  });

  it('also stretches polls for activity, and returns to ordinary polling when the node fails', async () => {
    const world = await reliedOn({}, 21_600);
    for (let minute = 0; minute < 60; minute += 1) {
      world.mine(...wallets.map((wallet) => ({ from: stranger, to: wallet })));
      await asked(world, 800, 1);
    }
    let hot = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      world.mine(...wallets.map((wallet) => ({ from: stranger, to: wallet })));
      hot += await asked(world, 800, 1);
    }
    expect(hot).toBeLessThan(60);
    world.node.hangs = true;
    expect(await asked(world, 800, 60)).toBeLessThan(40);
  });
});

describe('what a sweep finds', () => {
  const found = (token: string, block: number, minutesOld: number, world: HintedWorld) => [
    { token: `0x${token.repeat(40)}`, block, minedAt: world.dispatch.now - minutesOld * 60_000, moves: true },
  ];
  const day = 1_440;

  /** Sweeps find, of these wallets, a transfer of these tokens in a block that was scanned. */
  async function sweepsFinding(
    tokens: readonly string[],
    { shown = false, minutesOld = 30, block = 0 } = {},
  ): Promise<HintedWorld> {
    const world = await reliedOn();
    const scanned = world.mine(...(shown ? wallets.map((wallet) => ({ from: stranger, to: wallet })) : []));
    await world.ticks(12);
    world.outcome = (wallet) => {
      const token = tokens[wallets.indexOf(wallet)];
      return token === undefined ? {} : { found: found(token, block || scanned, minutesOld, world) };
    };
    await world.ticks(60);
    world.outcome = () => ({});
    await world.tick();
    return world;
  }

  it('of one token makes its wallets ordinary for a day, and is reported to nobody', async () => {
    const world = await sweepsFinding(['a', 'a']);
    const polled = counted(await world.ticks(30));
    expect(polled.slice(0, 2)).toEqual([30, 30]);
    expect(Math.max(...polled.slice(2))).toBeLessThan(2);
    expect(world.operations()).toEqual([]);
    world.dispatch.now += day * 60_000;
    await world.ticks(2);
    expect(counted(await world.ticks(30))[0]).toBeLessThan(2);
  });

  it('of two tokens within a day makes the chain ordinary for a day, and is reported once', async () => {
    const world = await sweepsFinding(['a', 'b']);
    expect(counted(await world.ticks(5))).toEqual(wallets.map(() => 5));
    expect(world.operations()).toEqual(['activity.missed began eth']);
    world.dispatch.now += (day - 75) * 60_000;
    expect(counted(await world.ticks(5))).toEqual(wallets.map(() => 5));
    world.dispatch.now += 70 * 60_000;
    await world.ticks(10);
    expect((await world.ticks(5)).flat().length).toBeLessThan(20);
    expect(world.operations()).toEqual(['activity.missed began eth', 'activity.missed ended eth']);
  });

  it.each([
    ['was shown by a scan', { shown: true }],
    ['is younger than ten minutes', { minutesOld: 9 }],
    ['is in a block that no scan was made of', { block: 900 }],
    ['is in a block that no scan has reached', { block: 9_000_000 }],
  ])("and %s is nobody's fault", async (_, how) => {
    const world = await sweepsFinding(['a', 'b', 'c'], how);
    expect(Math.max(...counted(await world.ticks(20)))).toBeLessThan(2);
    expect(world.operations()).toEqual([]);
  });

  it('from before a wallet was resumed does not count against the node', async () => {
    const world = await reliedOn();
    const { rows } = world.dispatch;
    world.dispatch.rows = rows.slice(2);
    await world.tick();
    const while_away = world.mine();
    await world.ticks(12);
    world.dispatch.rows = rows;
    await world.ticks(12);
    world.outcome = (wallet) =>
      wallets.indexOf(wallet) < 2
        ? { found: found(wallet === alice ? 'a' : 'b', while_away, 30, world) }
        : {};
    await world.ticks(61);
    expect(world.operations()).toEqual([]);
  });
});
