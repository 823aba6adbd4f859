import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { Rule } from './rule.ts';
import { flaggedByApi } from './rules/flagged-by-api.ts';
import { verifiedByApi } from './rules/verified-by-api.ts';
import type { Reason, Verdict } from './verdict.ts';
import { spamThreshold, weights } from './weights.ts';

const rules: readonly Rule[] = [flaggedByApi, verifiedByApi];

/** The user's word is no rule to be outweighed: it stands above the score, which is still told as it is. */
const trusted: Reason = {
  rule: 'trusted-token',
  detail: 'Your Watchlist row trusts this token: it is in tokens or trustTokens.',
};

/**
 * Is this transfer spam? The weights of the rules that found something are added up; a token that the row trusts is
 * never spam, whatever they found. Reasons that speak for the verdict come first, the strongest of them at the head.
 */
export function judge(transfer: DescribedTransfer, watch: Watch): Verdict {
  const evidence = { transfer, watch };
  const findings = rules.flatMap(({ name, find }) => {
    const detail = find(evidence);
    return detail === null ? [] : [{ reason: { rule: name, detail }, weight: weights[name] }];
  });
  const score = findings.reduce((sum, { weight }) => sum + weight, 0);
  const isTrusted = watch.trustedTokens.has(transfer.token.address);
  const spam = !isTrusted && score >= spamThreshold;
  findings.sort((a, b) => (spam ? b.weight - a.weight : a.weight - b.weight));
  const reasons = findings.map(({ reason }) => reason);
  return { spam, score, reasons: isTrusted ? [trusted, ...reasons] : reasons };
}
