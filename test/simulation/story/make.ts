import { tokens, weth } from '../chain/sim-tokens.ts';
import type { Random } from '../random.ts';
import type { Reorg, Storm, StoryEvent, TransferHappening } from './happenings.ts';
import type { StoryRow } from './story.ts';

export function makeReorg(random: Random, rows: number): Reorg {
  return {
    what: 're-org',
    row: random.between(0, rows - 1),
    depth: random.between(1, 10),
    seed: random.between(0, 1e6),
  };
}

/** A burst of transfers of one wallet. @param range of their number, both ends included */
export function makeStorm<What extends string>(
  what: What,
  random: Random,
  rows: number,
  [least, most]: readonly [number, number],
): Storm<What> {
  return {
    what,
    wallet: random.between(0, rows - 1),
    count: random.between(least, most),
    seed: random.between(0, 1e6),
  };
}

/** A row on eth that watches from its first poll on. */
export function rowOfWallet(wallet: string, over: Partial<StoryRow> = {}): StoryRow {
  return { wallet, chain: 'eth', attributes: {}, fromBlocksBefore: null, old: 0, ...over };
}

export function makeRow(random: Random, number: number): StoryRow {
  return rowOfWallet(walletOf(number), {
    attributes: makeAttributes(random),
    fromBlocksBefore: random.chance(0.15) ? random.between(0, 200) : null,
    old: random.chance(0.1) ? random.between(90, 230) : random.between(0, 8),
  });
}

/** What a person may type into a row. */
export function makeAttributes(random: Random): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  if (random.chance(0.2)) attributes.direction = random.pick(['in', 'out']);
  if (random.chance(0.15)) attributes.ignoreTokens = weth.address;
  if (random.chance(0.15)) attributes.minAmount = '5';
  if (random.chance(0.3)) attributes.spam = random.pick(['show', 'mark']);
  if (random.chance(0.35)) attributes.every = random.pick(['15s', '30s', '2m', '5m']);
  return attributes;
}

/** The first row, in the first second. */
export const firstAppears: StoryEvent = { at: 1_000, what: 'row appears', row: 0 };

/** Has letters, because people type them in either case. */
export function walletOf(number: number): string {
  return `0x${`c${(number + 1).toString(16).padStart(3, '0')}`.repeat(10)}`;
}

export function makeTransfer(random: Random, rows: number): TransferHappening {
  const direction = random.pick(['in', 'in', 'in', 'out', 'out', 'self', 'to another row'] as const);
  const [wallet, token] = [random.between(0, rows - 1), random.between(0, tokens.length - 1)];
  const value = makeValue(random);
  return {
    what: 'transfer',
    wallet,
    direction,
    token,
    value,
    numberWrongFor: value % 20n === 0n ? 30_000 + Number(value % 869_999n) : 0,
    twins: random.chance(0.1) ? random.between(2, 3) : 1,
    late: random.chance(0.25) ? random.between(5_000, 150_000) : 0,
    unreadableFor: random.chance(0.05) ? random.between(60_000, 900_000) : 0,
    receiverHidden: direction === 'in' && random.chance(0.1),
  };
}

/** The API shows a transfer soon, complete and correct. */
export const wellIndexed = { numberWrongFor: 0, late: 0, unreadableFor: 0, receiverHidden: false };

/** From dust to more than a double can hold. */
export function makeValue(random: Random): bigint {
  const digits = BigInt(random.between(1, 1e9)) * 10n ** BigInt(random.between(0, 24));
  return digits + BigInt(random.between(0, 1e9));
}

export function many<Item>(random: Random, least: number, most: number, make: () => Item): Item[] {
  return Array.from({ length: random.between(least, most) }, make);
}
