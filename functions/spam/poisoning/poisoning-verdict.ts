import type { Verdict } from '../verdict.ts';
import type { Lookalike } from './find-lookalike.ts';

/**
 * The verdict of a transfer from an imitating address: spam, whatever its token, for zero-value and dust transfers of
 * genuine tokens are its usual form.
 */
export function asPoisoning(verdict: Verdict, { imitates, samePrefix, sameSuffix }: Lookalike): Verdict {
  const detail = `The other address imitates ${imitates}, which this wallet paid: its first ${samePrefix} and last ${sameSuffix} digits are the same. Do not copy it.`;
  return { ...verdict, spam: true, reasons: [{ rule: 'address-poisoning', detail }, ...verdict.reasons] };
}
