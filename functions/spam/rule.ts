import type { DescribedTransfer } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { Resemblance } from './resemblance.ts';
import type { TokenText } from './text/token-text.ts';
import type { RuleName } from './weights.ts';

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
