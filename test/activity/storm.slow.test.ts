import { expect, it } from 'vitest';
import type { Address } from '../../functions/chain/address.ts';
import { usdc } from '../support/alerts.ts';
import { HintedWorld, nodelessChain, stranger, walletNumber } from '../support/worlds/hinted-world.ts';

const sweepMinutes = 360;

interface Storm {
  /** Minutes from real money leaving a wallet to the next poll of it. */
  readonly sentAfter: readonly number[];
  /** The longest time between two polls of a wallet, with a node and without. */
  readonly longestGap: number;
  readonly plainGap: number;
  readonly polls: number;
}

const plain = walletNumber(1_000_000);

/** Every eight minutes a transaction names every wallet; once an hour a wallet pays in USDC. */
async function stormOf(wallets: number, callsPerDay: number, minutes: number): Promise<Storm> {
  const world = new HintedWorld();
  const all = Array.from({ length: wallets }, (_, n) => walletNumber(n + 1));
  world.watch(all);
  world.watch([plain], { chain: nodelessChain, every: '1h' });
  await world.rely();
  world.callsPerDay = callsPerDay;
  const lastPoll = new Map<Address, number>([...all, plain].map((wallet) => [wallet, 0]));
  const gaps = new Map<Address, number>();
  const paid = new Map<Address, number>();
  const sentAfter: number[] = [];
  let polls = 0;
  const note = (wallet: Address, minute: number) => {
    gaps.set(wallet, Math.max(gaps.get(wallet) ?? 0, minute - (lastPoll.get(wallet) ?? 0)));
    lastPoll.set(wallet, minute);
    const at = paid.get(wallet);
    if (at !== undefined) sentAfter.push(minute - at);
    paid.delete(wallet);
  };
  for (let minute = 1; minute <= minutes; minute += 1) {
    if (minute % 8 === 0) world.mine(...all.map((to) => ({ from: stranger, to })));
    if (minute % 60 === 0) {
      const payer = walletNumber(((minute * 7) % wallets) + 1);
      world.mine({ from: payer, to: stranger, token: usdc });
      paid.set(payer, minute);
    }
    const polled = await world.tick();
    polls += polled.length;
    for (const wallet of polled) note(wallet, minute);
  }
  for (const wallet of [...paid.keys(), ...lastPoll.keys()]) note(wallet, minutes);
  const { [plain]: plainGap = 0, ...others } = Object.fromEntries(gaps);
  return { sentAfter, plainGap, longestGap: Math.max(...Object.values(others)), polls };
}

it.each([
  [300, 800, 1_440],
  [1_000, 40_000, 240],
])(
  "in a storm of strangers' events, each eight minutes to every wallet, %i wallets on a plan of %i calls a day",
  { timeout: 600_000 },
  async (wallets, plan, minutes) => {
    const { sentAfter, longestGap, plainGap, polls } = await stormOf(wallets, plan, minutes);
    // A wallet is polled in the tick that sees surely real money leave it.
    expect(sentAfter).toEqual(sentAfter.map(() => 0));
    expect(longestGap).toBeLessThanOrEqual(2 * sweepMinutes);
    // The rows ask for 1.9 times the calls of the plan of 800.
    expect(plainGap).toBeLessThanOrEqual(plan === 800 ? 115 : 60);
    expect(polls).toBeLessThanOrEqual(Math.ceil((plan * minutes) / 1_440) + plan * 0.1);
  },
);
