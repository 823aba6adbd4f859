import { isGenuine } from '../chain/genuine-tokens.ts';
import type { DescribedTransfer } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import { allRules, externalEvidence } from './all-rules.ts';
import { isKnownToken } from './known-token.ts';
import { type ReadTexts, readTexts } from './read-texts.ts';
import type { Evidence } from './rule.ts';
import type { Reason, Verdict } from './verdict.ts';
import { aboutTheSender, spamThreshold, weightOfTrust, weights } from './weights.ts';

/** What the rules look at, worked out once for all of them. */
function gatherEvidence(transfer: DescribedTransfer, watch: Watch, read: ReadTexts = readTexts): Evidence {
  return { transfer, watch, ...read(transfer.token.name, transfer.token.symbol) };
}

/** The user's word is no rule to be outweighed. */
export const trusted: Reason = {
  rule: 'trusted-token',
  detail: 'Your Watchlist row trusts this token: it is in tokens or trustTokens.',
};

/**
 * Is this transfer spam? The weights of the rules that found something are added up; a token that the row trusts is
 * never spam, whatever they found. Address first: a genuine contract of a protected token is not asked what its name
 * looks like, and of money in a known token nothing counts but what its contract shows: a payroll comes from someone who
 * pays many, and in round amounts. Reasons that speak for the verdict come first, the strongest of them at the head.
 *
 * Pure and without memory. Direction and sender never speak against spam: a token's contract writes into a transfer
 * whatever it likes, the watched wallet as its sender included.
 *
 * @param rules all of them; a test takes one away to see what it is for
 * @param read may remember the texts that it has read
 */
export function judge(
  transfer: DescribedTransfer,
  watch: Watch,
  rules = allRules,
  read: ReadTexts = readTexts,
): Verdict {
  const evidence = gatherEvidence(transfer, watch, read);
  const isGenuineToken = isGenuine(watch.chain.id, transfer.token.address);
  const isKnown = isKnownToken(transfer.token, watch);
  const asked = isGenuineToken ? rules.filter((rule) => externalEvidence.includes(rule)) : rules;
  const findings = asked.flatMap(({ name, find }) => {
    const detail = find(evidence);
    const weight = isKnown && aboutTheSender.has(name) ? 0 : weights[name];
    return detail === null ? [] : [{ reason: { rule: name, detail }, weight }];
  });
  const isTrusted = watch.trustedTokens.has(transfer.token.address);
  const score = findings.reduce((sum, { weight }) => sum + weight, isTrusted ? weightOfTrust : 0);
  const spam = score >= spamThreshold;
  findings.sort((a, b) => (spam ? b.weight - a.weight : a.weight - b.weight));
  const reasons = findings.map(({ reason }) => reason);
  return { spam, score, reasons: isTrusted ? [trusted, ...reasons] : reasons };
}
