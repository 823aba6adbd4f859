import type { amountForms } from './shown-amount.ts';

/** How many characters each part of a sentence may take. */
export interface Room {
  readonly hint: boolean;
  readonly other: number;
  readonly chain: boolean;
  readonly token: number;
  readonly wallet: number;
  readonly reason: number;
  readonly amount: keyof ReturnType<typeof amountForms>;
}

/** What is given up, one after the other, when a sentence is too long. */
const givenUp: readonly Partial<Room>[] = [
  {},
  { hint: false },
  { other: 0 },
  { chain: false },
  { token: 12 },
  { token: 8 },
  { wallet: 24 },
  { wallet: 15 },
  { reason: 24 },
];

const allRoom = { hint: true, other: 40, chain: true, token: 32, wallet: 64, reason: 60 };

/** Every room that a sentence is tried in. The amount's digits outlast all else; without them the rest is back. */
const rooms: readonly Room[] = (['grouped', 'plain', 'short'] as const).flatMap((amount) =>
  givenUp.map((_, i): Room => Object.assign({ ...allRoom, amount }, ...givenUp.slice(0, i + 1))),
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
