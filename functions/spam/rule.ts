import type { DescribedTransfer } from '../transfer/transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { Resemblance } from './resemblance.ts';
import type { TokenText } from './text/token-text.ts';
import type { RuleName } from './weights.ts';

/** Everything a rule may look at: what it can't see here, such as the time, can't change its mind. */
export interface Evidence {
  readonly transfer: DescribedTransfer;
  readonly watch: Watch;
  readonly name: TokenText;
  readonly symbol: TokenText;
  /** Hosts of the web addresses in the texts. */
  readonly sitesInName: readonly string[];
  readonly sitesInSymbol: readonly string[];
  /** The protected token that the texts point to; the transfer's is not that one, or no rule would be asked. */
  readonly resemblance: Resemblance | null;
}

/** One sign of spam, or against it. Pure: the same evidence gives the same finding. */
export interface Rule {
  readonly name: RuleName;
  /** What was found and what to do, as a plain sentence for the reader; null: this rule has nothing to say. */
  readonly find: (evidence: Evidence) => string | null;
}
