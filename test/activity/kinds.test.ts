import { describe, expect, inject, it } from 'vitest';
import type { Address } from '../../functions/chain/address.ts';
import { affordablePolls, floorFor, refill } from '../../functions/dispatch-polls/hints/credit.ts';
import { usdc, watchOf } from '../support/alerts.ts';
import { HintedWorld, stranger, walletNumber } from '../support/worlds/hinted-world.ts';

const wallets = Array.from({ length: 30 }, (_, n) => walletNumber(n + 1));
const [alice, carol] = [walletNumber(1), walletNumber(99)];
const own = `0x${'ab'.repeat(20)}` as Address;

it("activity is not sure because of another chain's genuine token, or a token that another row trusts", async () => {
  const world = new HintedWorld();
  world.watch([alice]);
  await world.rely();
  world.watch([carol], { trustTokens: own });
  world.mine({ from: alice, to: stranger, token: own });
  await world.tick();
  expect(Object.keys(world.table.marks.get(alice)?.seenAt ?? {})).toEqual(['unsure']);
});

it('while a storm has used up the plan, a new wallet is polled at once, the others are swept as without it, and the log says that wallets wait', async () => {
  const world = new HintedWorld();
  world.watch(wallets);
  await world.rely();
  const storm = () => world.mine(...wallets.map((to) => ({ from: stranger, to })));
  expect(world.dispatch.warnings).toEqual([]);
  // Thirty sweeps take 120 calls, and activity may use eight.
  world.callsPerDay = 160;
  for (let minute = 0; minute < 12; minute += 1) {
    storm();
    await world.tick();
  }
  storm();
  expect((await world.tick()).length).toBeLessThan(3);
  expect(world.dispatch.warnings.join()).toContain('wait for the plan');
  world.begins.add(carol);
  world.watch([carol]);
  expect(await world.tick()).toContain(carol);
  const polled = new Set<Address>();
  const minutes = inject('thorough') ? 360 : 30;
  for (let minute = 0; minute < minutes; minute += 1) {
    storm();
    for (const wallet of await world.tick()) polled.add(wallet);
  }
  expect(polled.size).toBeGreaterThanOrEqual((31 * minutes) / 360);
});

it('wallets that strangers name in a crowd are stored in one item', async () => {
  const world = new HintedWorld();
  const many = Array.from({ length: 150 }, (_, n) => walletNumber(n + 1));
  world.watch(many);
  await world.rely();
  world.mine({ from: alice, to: stranger, token: usdc }, ...many.map((to) => ({ from: stranger, to })));
  world.table.items = 0;
  await world.tick();
  expect(world.table.items).toBe(many.length + 1);
});

describe("a chain's credit", () => {
  const allowance = { aDay: 1_440, loan: 100 };

  it("grows each minute, up to two hours' worth", () => {
    expect(refill(null, allowance, 10)).toEqual({ calls: 128, minute: 10 });
    expect(refill({ calls: 5, minute: 10 }, allowance, 40)).toEqual({ calls: 35, minute: 40 });
    expect(refill({ calls: 5, minute: 10 }, allowance, 1_000).calls).toBe(128);
    // A second tick in the same minute, and a tick by hand whose clock was ahead.
    expect(refill({ calls: 5, minute: 10 }, allowance, 10).calls).toBe(5);
    expect(refill({ calls: 5, minute: 1_000 }, allowance, 10)).toEqual({ calls: 6, minute: 10 });
  });

  it("keeps its savings while a failing node reduces its share, up to the plan's loan", () => {
    const small = { aDay: 144, loan: 100 };
    expect(refill({ calls: 90, minute: 10 }, small, 11).calls).toBe(90);
    expect(refill({ calls: 128, minute: 10 }, small, 11).calls).toBe(100);
  });

  it('has its debt cleared at midnight UTC', () => {
    expect(refill({ calls: -50, minute: 1_430 }, allowance, 1_439).calls).toBe(-41);
    expect(refill({ calls: -50, minute: 1_439 }, allowance, 1_440).calls).toBe(1);
  });

  const tick = new Date(600_000);
  const pollOf = (wallet: Address) => ({
    ...{
      row: { wallet, chain: 'eth' },
      watch: watchOf({ wallet }),
      delay: 0,
      intervalSeconds: 15,
      bulk: false,
    },
  });

  it('pays for each poll of a row with an interval below a minute', () => {
    const active = { kind: 'sure', polls: Array(4).fill(pollOf(alice)), isFirst: true } as const;
    const { credit } = affordablePolls([active], { calls: 9, minute: 10 }, allowance, tick);
    expect(credit).toEqual({ calls: 5, minute: 10 });
  });

  it('goes first to wallets that no poll has met since they were seen', () => {
    const active = (wallet: Address, isFirst: boolean) =>
      ({ kind: 'sure', polls: [pollOf(wallet)], isFirst }) as const;
    const { others } = affordablePolls([active(alice, false), active(carol, true)], null, null, tick);
    expect(others.map(({ watch }) => watch.wallet)).toEqual([carol, alice]);
  });

  it('still serves important kinds when the calls for others are used up', () => {
    const floors = [
      floorFor('unsure', true, allowance),
      floorFor('sure', true, allowance),
      floorFor('sent', false, allowance),
      floorFor('sent', true, allowance),
    ];
    expect(floors).toEqual([64, 0, -50, -100]);
  });
});
