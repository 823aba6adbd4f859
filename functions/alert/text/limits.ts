import type { AmountForm } from './parts/shown-amount.ts';

/** Explains base units without known decimals: 40,000 of them may be next to nothing. */
export const aboutUnits = {
  explained: ' (smallest units, decimals unknown)',
  short: ' (decimals unknown)',
  leftOut: '',
};

export interface TextLimits {
  readonly hint: boolean;
  /** Up to `addressAlone` the other side is its address, without a label; 0 leaves the other side out. */
  readonly other: number;
  readonly chain: boolean;
  /** Whether a late alert says how long ago the transfer was. */
  readonly ago: boolean;
  readonly totals: number;
  readonly token: number;
  readonly wallet: number;
  readonly reason: number;
  readonly units: keyof typeof aboutUnits;
  readonly spam: 'whole' | 'short';
  readonly amount: AmountForm;
}

/** 140 leaves 20 of one SMS's 160 characters to the sender's name that SNS may put before it. */
export const smsLength = 140;

/** A label cut to fewer characters says nothing. */
export const addressAlone = 13;

/** The first limits tried: every part at its full length. */
export const fullLimits: TextLimits = {
  hint: true,
  other: 40,
  chain: true,
  ago: true,
  totals: 3,
  token: 32,
  wallet: 64,
  reason: 60,
  units: 'explained',
  spam: 'whole',
  amount: 'grouped',
};

/** Parts given up one after the other while a sentence is too long. */
const givenUp: readonly Partial<TextLimits>[] = [
  {},
  { hint: false },
  { units: 'short' },
  { totals: 2 },
  { other: addressAlone },
  { chain: false },
  // Dropping the second sum may make room for the other side and the chain again.
  { totals: 1, other: fullLimits.other, chain: true },
  { other: addressAlone },
  { chain: false },
  { ago: false },
  { token: 12 },
  { wallet: 24 },
  { other: 0, chain: true },
  { chain: false },
  { token: 8 },
  { units: 'leftOut' },
  { wallet: 15 },
  { reason: 24 },
];

/** Given up after those, until the sentence fits. Marks of copies and unverified tokens are never cut. */
const lastResort: readonly Partial<TextLimits>[] = [
  { reason: 12 },
  { wallet: 12 },
  { amount: 'magnitude' },
  { token: 6 },
  { spam: 'short' },
  { wallet: 8 },
];

/** All other parts shrink before the amount. Each shorter form of the amount is tried with all parts at full length first. */
const limitSets: readonly TextLimits[] = [
  ...(['grouped', 'plain', 'short'] as const).flatMap((amount) =>
    limitSetsOf({ ...fullLimits, amount }, givenUp),
  ),
  ...limitSetsOf(Object.assign({ ...fullLimits, amount: 'short' }, ...givenUp), lastResort),
];

function limitSetsOf(limits: TextLimits, steps: readonly Partial<TextLimits>[]): TextLimits[] {
  return steps.map((_, i): TextLimits => Object.assign({ ...limits }, ...steps.slice(0, i + 1)));
}

/** The sentence by the first limits that make it fit, or by the last. */
export function fitted(limit: number, write: (limits: TextLimits) => string): string {
  let text = '';
  for (const limits of limitSets) {
    text = write(limits);
    if (text.length <= limit) break;
  }
  return text;
}
