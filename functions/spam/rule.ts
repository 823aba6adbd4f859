import type { DescribedTransfer } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { Resemblance } from './resemblance.ts';
import type { TokenText } from './text/token-text.ts';

/** Everything a rule may read. Nothing else, such as the time, can change its finding. */
export interface Evidence {
  readonly transfer: DescribedTransfer;
  readonly watch: Watch;
  readonly name: TokenText;
  readonly symbol: TokenText;
  readonly sitesInName: readonly string[];
  readonly sitesInSymbol: readonly string[];
  /** Never the transfer's own token: rules skip genuine tokens. */
  readonly resemblance: Resemblance | null;
}

export interface Rule {
  readonly name: RuleName;
  /** A plain sentence for the reader; null: the rule found nothing. */
  readonly find: (evidence: Evidence) => string | null;
}

export function rule(name: RuleName, detail: string, isFoundIn: (evidence: Evidence) => boolean): Rule {
  return { name, find: (evidence) => (isFoundIn(evidence) ? detail : null) };
}

export function textRule(name: RuleName, detail: string, isFoundIn: (text: TokenText) => boolean): Rule {
  return rule(name, detail, (evidence) => [evidence.name, evidence.symbol].some(isFoundIn));
}

/**
 * Above 0 a finding speaks for spam (tuned by npm run bench:spam). No honest token has a finding of 100; 50 and 60 need a second
 * one. The API's verification outweighs its flag or one other sign, but not two: verified contracts have become lures.
 */
export const weights = {
  'flagged-by-api': 100,
  'verified-by-api': -100,
  'reported-sender': 100,
  link: 100,
  messenger: 100,
  'phone-number': 100,
  'copied-token': 100,
  'disguised-token': 100,
  'mixed-alphabets': 100,
  'hidden-characters': 100,
  'wrong-decimals': 100,
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

/** Rules that count nothing in a known token. In others `mass-sender`, `round-windfall` and one more sign stay below 100: payrolls. */
export const senderRules: ReadonlySet<RuleName> = new Set([
  'reported-sender',
  'sent-by-itself',
  'mass-sender',
  'round-windfall',
]);

/** Rules on others' reports of a token or its sender. All other rules are on the token itself, and skip genuine contracts. */
export const reportRules: ReadonlySet<RuleName> = new Set([
  'flagged-by-api',
  'verified-by-api',
  'reported-sender',
]);

/** Decides alone, even in a verified token: the token says nothing about the address. */
export const weightOfPoisoning = 200;

export const weightOfTrust = -2_000;

export type RuleName = keyof typeof weights;

export const spamThreshold = 100;
