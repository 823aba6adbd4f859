import { createHash } from 'node:crypto';
import type { NewTransfer } from '../chain/sim-chain.ts';
import { flagged, unknownToken, usdc, usdt } from '../chain/sim-tokens.ts';
import { wellShown } from '../chain/sim-transaction.ts';
import { Random } from '../random.ts';
import type { World } from '../world.ts';
import type { PoisoningHappening, StoryEvent } from './happenings.ts';

const minute = 60_000;
/** Minutes from the first payment to the last. */
const lasts = 9;

/** The poisonings of a story: drawn with a generator of their own, so that the rest stays the same. */
export function makePoisonings(seed: number, minutes: number, rows: number): StoryEvent[] {
  const random = new Random(seed ^ 0x5ca1ab1e);
  return Array.from({ length: random.pick([0, 0, 1, 1, 2]) }, () => ({
    what: 'poisoning' as const,
    at: random.between(0, Math.max(minutes - lasts, 1) * minute),
    wallet: random.between(0, rows - 1),
    seed: random.between(0, 1e6),
    flood: random.pick([0, 1, 1, 3, 4, 25, random.between(100, 600)]),
    genuine: random.chance(0.5),
    repeats: random.between(0, 2),
    payments: random.between(0, 2),
  }));
}

/** Plays a poisoning, over nine minutes of the chain. */
export function poison(happening: PoisoningHappening, { rowOf, chainOf, scheduler }: World): void {
  const { seed, flood, genuine, repeats, payments } = happening;
  const row = rowOf(happening.wallet);
  const { wallet } = row;
  const chain = chainOf(row);
  const payee = addressOf(`payee ${seed} ${wallet}`);
  const at = (minutes: number, action: () => void) => scheduler.at(scheduler.now + minutes * minute, action);
  // In half of them a contract first writes an event that claims the wallet paid an imitation.
  const planted = { token: unknownToken, from: wallet, to: imitationOf(payee, -1), value: 5n * 10n ** 18n };
  if (seed % 2 === 0) chain.mine([move(planted, { imitates: payee })]);
  chain.mine([move({ token: usdc, from: wallet, to: payee, value: 5_000_000n }, 'payee')]);
  for (let round = 0; round <= repeats; round += 1) {
    at(2 + round * 2, () => {
      const token = genuine ? usdt : flagged;
      const value = genuine ? 0n : 10n ** 24n;
      for (let i = 0; i < flood; i += 1) {
        const from = imitationOf(payee, i);
        const one = move({ token, from, to: wallet, value }, { imitates: payee });
        chain.mine([one], { block: chain.head() - (i % 3) });
      }
    });
  }
  for (let n = 0; n < payments; n += 1) {
    const to = imitationOf(payee, 0);
    const value = 900_000_000n + BigInt(n);
    at(5 + n * 3, () => chain.mine([move({ token: usdt, from: wallet, to, value }, { imitates: payee })]));
  }
}

function move(
  transfer: Pick<NewTransfer, 'token' | 'from' | 'to' | 'value'>,
  poisoning: NonNullable<NewTransfer['poisoning']>,
): NewTransfer {
  return { ...transfer, poisoning, ...wellShown };
}

/** Four digits alike at each end. */
function imitationOf(address: string, number: number): string {
  return address.slice(0, 6) + addressOf(`${address} ${number}`).slice(6, 38) + address.slice(38);
}

function addressOf(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
}
