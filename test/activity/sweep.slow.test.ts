import { describe, expect, it } from 'vitest';
import { HintedWorld, walletNumber } from '../support/worlds/hinted-world.ts';

const wallets = Array.from({ length: 30 }, (_, n) => walletNumber(n + 1));
const counted = (polled: readonly (readonly string[])[]) =>
  wallets.map((wallet) => polled.flat().filter((one) => one === wallet).length);

async function reliedOn(over: Record<string, unknown> = {}): Promise<HintedWorld> {
  const world = new HintedWorld();
  world.sweepSeconds = 3_600;
  world.watch(wallets, over);
  await world.rely();
  return world;
}

describe('a wallet without activity', () => {
  it('is polled once every sweepEvery; the polls are spread over that time', async () => {
    const world = await reliedOn();
    const polled = await world.ticks(180);
    expect(counted(polled)).toEqual(wallets.map(() => 3));
    expect(Math.max(...polled.map(({ length }) => length))).toBeLessThan(6);
  });

  it('is swept by one poll even if its interval is below a minute', async () => {
    const world = await reliedOn({ every: '15s' });
    expect(counted(await world.ticks(60))).toEqual(wallets.map(() => 1));
  });

  it('whose sweep fails is polled until a poll has succeeded', async () => {
    const world = await reliedOn();
    world.outcome = () => null;
    const failed = (await world.ticks(30)).flat();
    expect(new Set(failed).size).toBeLessThan(wallets.length);
    // A wallet is polled in every tick from its first failure on.
    expect(failed.length).toBeGreaterThan(3 * new Set(failed).size);
    world.outcome = () => ({});
    await world.tick();
    expect((await world.ticks(3)).flat().length).toBeLessThan(20);
  });
});

it('if sweeps find two tokens within a day in scanned blocks, the chain is polled ordinarily for a day', async () => {
  const world = await reliedOn();
  const block = world.mine();
  await world.ticks(12);
  world.outcome = (wallet) => {
    const token = ['a', 'b'][wallets.indexOf(wallet)];
    const minedAt = world.dispatch.now - 1_800_000;
    return token === undefined
      ? {}
      : { found: [{ token: `0x${token.repeat(40)}`, block, minedAt, moves: true }] };
  };
  await world.ticks(60);
  world.outcome = () => ({});
  await world.tick();
  expect(counted(await world.ticks(5))).toEqual(wallets.map(() => 5));
  expect(world.operations()).toEqual(['activity.missed began eth']);
  world.dispatch.now += (1_440 - 75) * 60_000;
  expect(counted(await world.ticks(5))).toEqual(wallets.map(() => 5));
  world.dispatch.now += 70 * 60_000;
  await world.ticks(10);
  expect((await world.ticks(5)).flat().length).toBeLessThan(20);
  expect(world.operations()).toEqual(['activity.missed began eth', 'activity.missed ended eth']);
});
