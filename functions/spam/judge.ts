import { isGenuine } from '../chain/genuine-tokens.ts';
import type { DescribedTransfer } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import { allRules, externalEvidence } from './all-rules.ts';
import { isKnownToken } from './known-token.ts';
import { findResemblance } from './resemblance.ts';
import type { Evidence } from './rule.ts';
import { readTokenText } from './text/token-text.ts';
import { webAddresses } from './text/web-addresses.ts';
import type { Reason, Verdict } from './verdict.ts';
import { aboutTheSender, spamThreshold, weightOfTrust, weights } from './weights.ts';

/** A token's name and symbol in the forms that rules read. */
export type TokenTexts = Pick<Evidence, 'name' | 'symbol' | 'sitesInName' | 'sitesInSymbol' | 'resemblance'>;

/** Reads the texts of a token; pure, but it may remember results. */
export type ReadTexts = (name: string | null, symbol: string | null) => TokenTexts;

/** The texts of a token, worked out once for all rules. */
export function readTexts(nameText: string | null, symbolText: string | null): TokenTexts {
  const name = readTokenText(nameText);
  const symbol = readTokenText(symbolText);
  return {
    name,
    symbol,
    sitesInName: webAddresses(name.lower),
    sitesInSymbol: webAddresses(symbol.lower),
    resemblance: findResemblance(name, symbol),
  };
}

/** Entries of some kilobytes each. A storm has few tokens, or ever new ones, against which no memory helps. */
const maxRemembered = 200;
/** Longer keys are not remembered, so that a stranger can't fill the memory with them. */
const maxKeyLength = 1_000;

/** Like readTexts, but reads each pair of texts once: for the transfers of one step, which have mostly few tokens. */
export function rememberingTexts(): ReadTexts {
  const known = new Map<string, TokenTexts>();
  return (name, symbol) => {
    const key = JSON.stringify([name, symbol]);
    const texts = known.get(key) ?? readTexts(name, symbol);
    if (known.size < maxRemembered && key.length < maxKeyLength) known.set(key, texts);
    return texts;
  };
}

/** The evidence for all rules, worked out once. */
function gatherEvidence(transfer: DescribedTransfer, watch: Watch, read: ReadTexts = readTexts): Evidence {
  return { transfer, watch, ...read(transfer.token.name, transfer.token.symbol) };
}

/** The row's trust is no rule: no weight outweighs it. */
export const trusted: Reason = {
  rule: 'trusted-token',
  detail: 'Your Watchlist row trusts this token: it is in tokens or trustTokens.',
};

/**
 * Is this transfer spam? The weights of all rules that found something are added up; a token that the row trusts is
 * never spam. The address counts first: for a genuine contract of a protected token only `externalEvidence` is applied,
 * and in a known token findings about the sender count nothing, because a payroll comes from someone who pays many, and
 * in round amounts. Reasons for the verdict come first, beginning with the strongest.
 *
 * Pure and without memory. Direction and sender never count against spam: a token's contract can write anything into a
 * transfer, even the watched wallet as its sender.
 *
 * @param rules default all; a test leaves one out to see its effect
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
