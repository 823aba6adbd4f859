/**
 * The weight of each rule's finding: above 0 it speaks for spam, below 0 against it. Only this table is tuned when the
 * rules are measured (npm run bench:spam).
 *
 * 100 decides alone: no honest token does that. 50 and 60 need a second finding of their kind: lures do that, and a few
 * honest tokens too. Smaller weights only tip the scale. The API's flag alone is certain spam; its verification outweighs
 * the flag or any one other sign, but not two: verified contracts have been renamed to lures.
 */
export const weights = {
  'flagged-by-api': 100,
  'verified-by-api': -100,
  link: 100,
  messenger: 100,
  'phone-number': 100,
  'copied-token': 100,
  'disguised-token': 100,
  'mixed-alphabets': 100,
  'hidden-characters': 100,
  'wrong-decimals': 100,
  'reported-sender': 100,
  'call-to-action': 60,
  'lure-words': 50,
  giveaway: 50,
  'promised-amount': 50,
  'domain-in-name': 50,
  'borrowed-name': 50,
  'attention-marks': 50,
  'missing-name': 50,
  'sentence-as-symbol': 50,
  'order-as-symbol': 50,
  'text-direction': 50,
  'address-in-name': 50,
  'unasked-piece': 100,
  'coin-mismatch': 50,
  'sent-by-itself': 45,
  'mass-sender': 30,
  'overlong-text': 30,
  'round-windfall': 15,
} as const;

/**
 * Findings about who sent how much, and not about the token. In a known token they are reported, but count nothing.
 * `mass-sender` and `round-windfall` with one sign of the token stay below the threshold: a payroll looks like that on
 * a chain where no list says which contract is genuine.
 */
export const aboutTheSender: ReadonlySet<RuleName> = new Set([
  'reported-sender',
  'sent-by-itself',
  'mass-sender',
  'round-windfall',
]);

/** An imitated address decides alone, even in a token that the API has verified: the token says nothing about it. */
export const weightOfPoisoning = 200;

/** The row's trust outweighs all rules together. */
export const weightOfTrust = -2_000;

/** A rule's name, as it stands in an alert's reasons. */
export type RuleName = keyof typeof weights;

/** A transfer whose rules add up to this is spam. */
export const spamThreshold = 100;
