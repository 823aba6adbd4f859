import type { Reason, Verdict } from '../verdict.ts';
import { weightOfPoisoning } from '../weights.ts';
import type { Lookalike } from './find-lookalike.ts';

/**
 * The verdict of a transfer from an imitating address: spam, whatever its token, for zero-value and dust transfers of
 * genuine tokens are its usual form.
 */
export function asPoisoning(verdict: Verdict, lookalike: Lookalike): Verdict {
  return { ...withLookalike(verdict, lookalike), spam: true, score: verdict.score + weightOfPoisoning };
}

/** The verdict of real money that an imitating address sent or got: it is told, and the verdict says what it is. */
export function withLookalike(verdict: Verdict, lookalike: Lookalike): Verdict {
  return { ...verdict, reasons: [reasonOf(lookalike), ...verdict.reasons] };
}

function reasonOf({ imitates, samePrefix, sameSuffix }: Lookalike): Reason {
  const detail = `The other address imitates ${imitates}, which this wallet paid: its first ${samePrefix} and last ${sameSuffix} digits are the same. Do not copy it.`;
  return { rule: 'address-poisoning', detail };
}
