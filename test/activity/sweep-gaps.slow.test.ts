import { describe, expect, it } from 'vitest';
import type { Address } from '../../functions/chain/address.ts';
import { HintedWorld, nodelessChain, walletNumber } from '../support/worlds/hinted-world.ts';

const sweepMinutes = 60;
const often = Array.from({ length: 12 }, (_, n) => walletNumber(n + 1));
/** Wallets with a long interval: their ordinary polls may come later than sweeps. */
const seldom = Array.from({ length: 8 }, (_, n) => walletNumber(n + 101));
const swept = [...often, ...seldom];
const nodeless = Array.from({ length: 4 }, (_, n) => walletNumber(n + 1_001));

/** On a plan of 800 calls a day, of which sweeps ask for 480. */
async function planned({ sharesPlan = true } = {}): Promise<HintedWorld> {
  const world = new HintedWorld();
  world.sweepSeconds = sweepMinutes * 60;
  world.watch(often);
  world.watch(seldom, { every: '30m' });
  if (sharesPlan) world.watch(nodeless, { chain: nodelessChain });
  await world.rely();
  world.callsPerDay = 800;
  return world;
}

/** Each wallet's longest time between two polls, in minutes. @param before called before each tick */
async function gapsOf(world: HintedWorld, minutes: number, before: (minute: number) => void = () => {}) {
  const last = new Map<Address, number>(swept.map((wallet) => [wallet, 0]));
  const longest = new Map<Address, number>(swept.map((wallet) => [wallet, 0]));
  for (let minute = 1; minute <= minutes; minute += 1) {
    before(minute);
    const polled = minute === minutes ? swept : await world.tick();
    for (const wallet of polled) {
      if (!last.has(wallet)) continue;
      longest.set(wallet, Math.max(longest.get(wallet) ?? 0, minute - (last.get(wallet) ?? 0)));
      last.set(wallet, minute);
    }
  }
  return Math.max(...longest.values());
}

/** Polls of these wallets find transfers of a token that the node never showed. */
function misses(world: HintedWorld, tokens: ReadonlyMap<Address, string>): void {
  const block = world.mine();
  world.outcome = (wallet) => {
    const token = tokens.get(wallet);
    if (token === undefined) return {};
    const minedAt = world.dispatch.now - 1_800_000;
    return { found: [{ token: `0x${token.repeat(40)}`, block, minedAt, moves: true }] };
  };
}

describe('no wallet waits for its sweep more than twice as long as asked', () => {
  it('beside chains without a node that ask for more than the plan', async () => {
    expect(await gapsOf(await planned(), 480)).toBeLessThanOrEqual(2 * sweepMinutes);
  });

  it('while some wallets are polled at their own interval, because a token does not index its event', async () => {
    const world = await planned({ sharesPlan: false });
    misses(world, new Map(often.slice(0, 8).map((wallet) => [wallet, 'a'])));
    expect(await gapsOf(world, 480)).toBeLessThanOrEqual(2 * sweepMinutes);
  });

  it("while the chain is polled at its wallets' own intervals, because two tokens do not index theirs", async () => {
    const world = await planned();
    misses(world, new Map(often.map((wallet, n) => [wallet, n % 2 === 0 ? 'a' : 'b'])));
    expect(await gapsOf(world, 480)).toBeLessThanOrEqual(2 * sweepMinutes);
  });

  it.each([
    ['hangs', 1],
    ['hangs for three minutes', 3],
  ])('where the node %s whenever a sweep is due', async (_, lasts) => {
    const calm = await planned({ sharesPlan: false });
    const dueAt = new Map<number, number>();
    for (let minute = 1; minute <= sweepMinutes; minute += 1)
      for (const wallet of await calm.tick()) dueAt.set(swept.indexOf(wallet), minute);
    const world = await planned({ sharesPlan: false });
    const victims = [0, 1, 2].map((n) => dueAt.get(n) ?? 0);
    const gap = await gapsOf(world, 480, (minute) => {
      world.node.hangs = victims.some((due) => (minute - due + lasts) % sweepMinutes < 2 * lasts);
    });
    expect(gap).toBeLessThanOrEqual(2 * sweepMinutes);
  });
});
