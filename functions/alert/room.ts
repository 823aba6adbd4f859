import type { amountForms } from './shown-amount.ts';

/** How many characters each part of a sentence may take. */
export interface Room {
  readonly hint: boolean;
  readonly other: number;
  readonly chain: boolean;
  /** How many sums of a digest. */
  readonly totals: number;
  readonly token: number;
  readonly wallet: number;
  readonly reason: number;
  readonly amount: keyof ReturnType<typeof amountForms>;
}

/** Nothing is given up but what no sentence has room for. */
export const roomForAll: Room = {
  hint: true,
  other: 40,
  chain: true,
  totals: 3,
  token: 32,
  wallet: 64,
  reason: 60,
  amount: 'grouped',
};

/** What is given up, one after the other, when a sentence is too long. */
const givenUp: readonly Partial<Room>[] = [
  {},
  { hint: false },
  { totals: 2 },
  { other: 0 },
  { chain: false },
  // Without the second sum there may be room for the rest again.
  { totals: 1, other: roomForAll.other, chain: true },
  { other: 0 },
  { chain: false },
  { token: 12 },
  { token: 8 },
  { wallet: 24 },
  { wallet: 15 },
  { reason: 24 },
];

/** Every room that a sentence is tried in. The amount's digits outlast all else; without them the rest is back. */
const rooms: readonly Room[] = (['grouped', 'plain', 'short'] as const).flatMap((amount) =>
  givenUp.map((_, i): Room => Object.assign({ ...roomForAll, amount }, ...givenUp.slice(0, i + 1))),
);

/** The sentence as it is written in the first room where it takes at most `limit` characters, or in the last. */
export function fitted(limit: number, write: (room: Room) => string): string {
  let text = '';
  for (const room of rooms) {
    text = write(room);
    if (text.length <= limit) break;
  }
  return text;
}
