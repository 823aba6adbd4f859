import type { amountForms } from './shown-amount.ts';

/** What an amount in base units is, where nobody knows the decimals: 40,000 of them may be next to nothing. */
export const aboutUnits = {
  explained: ' (smallest units, decimals unknown)',
  short: ' (decimals unknown)',
  leftOut: '',
};

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
  /** How an amount in base units is explained. */
  readonly units: keyof typeof aboutUnits;
  /** `Likely spam: `, or a word for it. */
  readonly spam: 'whole' | 'short';
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
  units: 'explained',
  spam: 'whole',
  amount: 'grouped',
};

/** What is given up, one after the other, when a sentence is too long. */
const givenUp: readonly Partial<Room>[] = [
  {},
  { hint: false },
  { units: 'short' },
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
  { units: 'leftOut' },
  { wallet: 15 },
  { reason: 24 },
];

/** Then, for a copy's mark outlasts them all. */
const lastResort: readonly Partial<Room>[] = [
  { reason: 12 },
  { wallet: 12 },
  { amount: 'brief' },
  { token: 6 },
  { spam: 'short' },
  { wallet: 8 },
];

/** Every room that a sentence is tried in. The amount's digits outlast all else; without them the rest is back. */
const rooms: readonly Room[] = [
  ...(['grouped', 'plain', 'short'] as const).flatMap((amount) =>
    roomsOf({ ...roomForAll, amount }, givenUp),
  ),
  ...roomsOf(Object.assign({ ...roomForAll, amount: 'short' }, ...givenUp), lastResort),
];

/** The room with more and more of it given up. */
function roomsOf(room: Room, steps: readonly Partial<Room>[]): Room[] {
  return steps.map((_, i): Room => Object.assign({ ...room }, ...steps.slice(0, i + 1)));
}

/** The sentence as it is written in the first room where it takes at most `limit` characters, or in the last. */
export function fitted(limit: number, write: (room: Room) => string): string {
  let text = '';
  for (const room of rooms) {
    text = write(room);
    if (text.length <= limit) break;
  }
  return text;
}
