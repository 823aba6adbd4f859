import type { amountForms } from './parts/shown-amount.ts';

/** What an amount in base units is, where nobody knows the decimals: 40,000 of them may be next to nothing. */
export const aboutUnits = {
  explained: ' (smallest units, decimals unknown)',
  short: ' (decimals unknown)',
  leftOut: '',
};

/** How many characters each part of a sentence may take. */
export interface TextLimits {
  readonly hint: boolean;
  /** Of the other side's label; from `addressAlone` down its address stands alone, and 0 leaves it out. */
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

/** Less room than a label needs to say anything. */
export const addressAlone = 13;

/** Nothing is given up but what no sentence has limits for. */
export const fullLimits: TextLimits = {
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
const givenUp: readonly Partial<TextLimits>[] = [
  {},
  { hint: false },
  { units: 'short' },
  { totals: 2 },
  { other: addressAlone },
  { chain: false },
  // Without the second sum there may be room for the rest again.
  { totals: 1, other: fullLimits.other, chain: true },
  { other: addressAlone },
  { chain: false },
  { token: 12 },
  { wallet: 24 },
  { other: 0, chain: true },
  { chain: false },
  { token: 8 },
  { units: 'leftOut' },
  { wallet: 15 },
  { reason: 24 },
];

/** Applied after the steps above, until the sentence fits. The marks of a copy and of an unverified token are never cut. */
const lastResort: readonly Partial<TextLimits>[] = [
  { reason: 12 },
  { wallet: 12 },
  { amount: 'brief' },
  { token: 6 },
  { spam: 'short' },
  { wallet: 8 },
  { amount: 'magnitude' },
];

/** Every limits that a sentence is tried in. The amount's digits outlast all else; without them the rest is back. */
const limitSets: readonly TextLimits[] = [
  ...(['grouped', 'plain', 'short'] as const).flatMap((amount) =>
    limitSetsOf({ ...fullLimits, amount }, givenUp),
  ),
  ...limitSetsOf(Object.assign({ ...fullLimits, amount: 'short' }, ...givenUp), lastResort),
];

/** The limits with more and more of it given up. */
function limitSetsOf(limits: TextLimits, steps: readonly Partial<TextLimits>[]): TextLimits[] {
  return steps.map((_, i): TextLimits => Object.assign({ ...limits }, ...steps.slice(0, i + 1)));
}

/** The sentence as it is written in the first limits where it takes at most `limit` characters, or in the last. */
export function fitted(limit: number, write: (limits: TextLimits) => string): string {
  let text = '';
  for (const limits of limitSets) {
    text = write(limits);
    if (text.length <= limit) break;
  }
  return text;
}
