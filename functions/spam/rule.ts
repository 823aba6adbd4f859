import type { DescribedTransfer } from '../transfer/described-transfer.ts';
import type { Watch } from '../wallet/watch.ts';
import type { RuleName } from './weights.ts';

/** Everything a rule may look at: what it can't see here, such as the time, can't change its mind. */
export interface Evidence {
  readonly transfer: DescribedTransfer;
  readonly watch: Watch;
}

/** One sign of spam, or against it. Pure: the same evidence gives the same finding. */
export interface Rule {
  readonly name: RuleName;
  /** What was found, as a plain sentence for the reader; null: this rule has nothing to say. */
  readonly find: (evidence: Evidence) => string | null;
}
