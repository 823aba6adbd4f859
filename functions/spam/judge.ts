import { isGenuine } from '../chain/genuine-tokens.ts';
import type { DescribedTransfer } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import { isKnownToken } from './known-token.ts';
import { findResemblance } from './resemblance.ts';
import { type Rule, reportRules, senderRules, spamThreshold, weightOfTrust, weights } from './rule.ts';
import * as copies from './rules/copies.ts';
import * as disguises from './rules/disguises.ts';
import * as external from './rules/external.ts';
import * as links from './rules/links.ts';
import * as lures from './rules/lures.ts';
import { readTokenText } from './text/token-text.ts';
import { webAddresses } from './text/web-addresses.ts';

const files = [copies, disguises, external, links, lures];
const rules = files.flatMap((file): Rule[] => Object.values(file));

/** Sorted like the weights: reasons of equal weight keep this order. */
export const allRules: readonly Rule[] = Object.keys(weights).flatMap((name) =>
  rules.filter((rule) => rule.name === name),
);

export interface Verdict {
  readonly spam: boolean;
  readonly score: number;
  /** The strongest first. */
  readonly reasons: readonly Reason[];
}

export interface Reason {
  readonly rule: string;
  readonly detail: string;
}

function readTexts(nameText: string | null, symbolText: string | null) {
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

/** Not a rule: the row's trust outweighs all weights. */
export const trusted: Reason = {
  rule: 'trusted-token',
  detail: 'Your Watchlist row trusts this token: it is in tokens or trustTokens.',
};

/** The sum of weights decides. Direction and sender never speak against spam: a contract can write transfers from any wallet. */
export function judge(transfer: DescribedTransfer, watch: Watch, applied = allRules): Verdict {
  const evidence = { transfer, watch, ...readTexts(transfer.token.name, transfer.token.symbol) };
  const isGenuineToken = isGenuine(watch.chain.id, transfer.token.address);
  const isKnown = isKnownToken(transfer.token, watch);
  // Anybody can report a token, and a theft must not read like spam.
  const isLoss = isGenuineToken && transfer.direction === 'out' && transfer.value > 0n;
  const asked = isGenuineToken ? applied.filter(({ name }) => reportRules.has(name)) : applied;
  const findings = asked.flatMap(({ name, find }) => {
    const detail = find(evidence);
    const isMoot = (isKnown && senderRules.has(name)) || (isLoss && name === 'flagged-by-api');
    const weight = isMoot ? 0 : weights[name];
    return detail === null ? [] : [{ reason: { rule: name, detail }, weight }];
  });
  const isTrusted = watch.trustedTokens.has(transfer.token.address);
  const score = findings.reduce((sum, { weight }) => sum + weight, isTrusted ? weightOfTrust : 0);
  const spam = score >= spamThreshold;
  findings.sort((a, b) => (spam ? b.weight - a.weight : a.weight - b.weight));
  const reasons = findings.map(({ reason }) => reason);
  return { spam, score, reasons: isTrusted ? [trusted, ...reasons] : reasons };
}

/** False: nothing is published, History keeps it with the reasons. */
export function isPublished({ spam }: Pick<Verdict, 'spam'>, watch: Pick<Watch, 'spam'>): boolean {
  return !spam || watch.spam !== 'hide';
}
