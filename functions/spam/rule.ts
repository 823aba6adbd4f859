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
  /** Hosts of the web addresses in the texts. */
  readonly sitesInName: readonly string[];
  readonly sitesInSymbol: readonly string[];
  /** The protected token that the texts point to. The transfer's token is never that one: rules skip genuine tokens. */
  readonly resemblance: Resemblance | null;
}

/** One sign of spam, or against it. Pure: the same evidence gives the same finding. */
export interface Rule {
  readonly name: RuleName;
  /** The finding and what to do, as a plain sentence for the reader; null: the rule found nothing. */
  readonly find: (evidence: Evidence) => string | null;
}

/** A rule that finds the same sign in the name or in the symbol. */
export function textRule(name: RuleName, detail: string, isFoundIn: (text: TokenText) => boolean): Rule {
  return { name, find: (evidence) => ([evidence.name, evidence.symbol].some(isFoundIn) ? detail : null) };
}
