import type { NewTransfer } from '../chain/sim-chain.ts';
import { cheapTokens, costlyToken, tokens, unknownToken, usdc, wbtc, weth } from '../chain/sim-tokens.ts';
import { wellShown } from '../chain/sim-transaction.ts';
import { Random } from '../random.ts';
import type { Crowd, Storm, TransferHappening } from '../story/happenings.ts';
import { makeValue } from '../story/make.ts';
import { rowOf, type StoryRow } from '../story/story.ts';
import type { World } from '../world.ts';

/** @param behind blocks below the newest */
export function transfer(happening: TransferHappening, world: World, behind = 0): void {
  const chain = world.chainOf(world.rowOf(happening.wallet));
  const made = transferOf(happening, world);
  const twins = Array.from({ length: happening.twins }, () => made);
  chain.mine(twins, { late: happening.late, block: chain.head() - behind });
}

export function storm({ wallet, count, seed }: Storm<'storm'>, world: World): void {
  const { row, random, mineLately } = begin(wallet, seed, world);
  for (let i = 0; i < count; i += 1) mineLately(incoming(row, random));
}

/** The values shared by many transfers to one wallet. */
function begin(wallet: number, seed: number, { rowOf, chainOf }: World) {
  const row = rowOf(wallet);
  const chain = chainOf(row);
  const random = new Random(seed);
  const head = chain.head();
  /** Mines into one of the newest three blocks. */
  const mineLately = (made: NewTransfer) => chain.mine([made], { block: head - random.between(0, 2) });
  return { row, chain, random, head, mineLately };
}

/** Many transfers of little worth, and behind them one that matters. */
export function crowd({ wallet, count, blocks, perTransaction, seed }: Crowd, world: World): void {
  const { row, chain, random, head } = begin(wallet, seed, world);
  const token = random.chance(0.2) ? costlyToken : unknownToken;
  for (let i = 0; i < count; i += perTransaction) {
    const block = head - Math.floor(((count - 1 - i) / count) * blocks);
    const twins = random.chance(0.3);
    const value = makeValue(random);
    const made = Array.from({ length: Math.min(perTransaction, count - i) }, () => ({
      ...incoming(row, random),
      token,
      ...(twins ? { value, from: stranger(0) } : {}),
    }));
    chain.mine(made, { block });
  }
  world.counts.max('largest: transfers of one wallet in one block', Math.ceil(count / blocks));
  const theft = { ...incoming(row, random), token: usdc, from: row.wallet, to: stranger(5) };
  chain.mine([theft], { block: head });
}

/** A thief hides a theft among other transfers: cheap verified tokens, made-up ones, transfers of nothing. */
export function mixedStorm({ wallet, count, seed }: Storm<'mixed storm'>, world: World): void {
  const { row, random, mineLately } = begin(wallet, seed, world);
  for (let i = 0; i < count; i += 1) {
    const noise = { ...incoming(row, random), token: random.pick([...cheapTokens, unknownToken, weth]) };
    const out = random.chance(0.3);
    const made = out
      ? { ...noise, from: row.wallet, to: random.chance(0.2) ? row.wallet : noise.from }
      : noise;
    const value = out && random.chance(0.3) ? 0n : made.value;
    mineLately({ ...made, value });
    if (random.chance(0.1))
      mineLately({ ...noise, token: random.pick([weth, wbtc]), from: row.wallet, to: noise.from });
  }
}

export function incoming(row: StoryRow, random: Random): NewTransfer {
  return {
    token: random.pick(tokens),
    from: stranger(random.between(0, 5)),
    to: row.wallet,
    value: makeValue(random),
    ...wellShown,
  };
}

function transferOf(happening: TransferHappening, world: World): NewTransfer {
  const { wallet, direction, token, value, receiverHidden, unreadableFor, numberWrongFor } = happening;
  const own = world.rowOf(wallet).wallet;
  const other = direction === 'to another row' ? world.rowOf(wallet + 1).wallet : stranger(token);
  const until = (lasts: number) => (lasts === 0 ? 0 : world.scheduler.now + lasts);
  return {
    value,
    receiverHidden,
    token: rowOf(tokens, token),
    from: direction === 'in' ? other : own,
    to: direction === 'in' || direction === 'self' ? own : other,
    unreadableUntil: until(unreadableFor),
    numberWrongUntil: until(numberWrongFor),
  };
}

/** Addresses that resemble nobody. */
export function stranger(number: number): string {
  const digits = String(number * 7_654_321 + 1_234_567).repeat(6);
  return `0x${'a1b2c3d4e5f6'.charAt((number * 2) % 12)}${digits.slice(0, 39)}`;
}
