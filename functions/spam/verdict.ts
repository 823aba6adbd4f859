import type { Watch } from '../wallet/watch.ts';

/** What the rules found in one transfer, and what they make of it together. */
export interface Verdict {
  readonly spam: boolean;
  /** Sum of the weights of the rules that spoke. */
  readonly score: number;
  /** The strongest first. */
  readonly reasons: readonly Reason[];
}

/** What one rule found, as a sentence for the reader. */
export interface Reason {
  readonly rule: string;
  readonly detail: string;
}

/** What becomes of a judged transfer. The verdict in its JSON is the same whatever the policy says. */
export interface Policy {
  /** False: nothing is published, History keeps it with the reasons. */
  readonly tell: boolean;
  /** True: the first line of its texts carries the verdict. */
  readonly mark: boolean;
}

/** The row's `spam` attribute, applied: it decides about spam only, all else is told. */
export function policyFor(verdict: Pick<Verdict, 'spam'>, watch: Pick<Watch, 'spam'>): Policy {
  if (!verdict.spam || watch.spam === 'show') return { tell: true, mark: false };
  return { tell: watch.spam === 'mark', mark: true };
}
