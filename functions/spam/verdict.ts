import type { Watch } from '../wallet/watch.ts';

/** The rules' findings in one transfer, and their sum. */
export interface Verdict {
  readonly spam: boolean;
  /** Sum of the weights of the rules that found something. */
  readonly score: number;
  /** The strongest first. */
  readonly reasons: readonly Reason[];
}

/** A rule's finding, as a sentence for the reader. */
export interface Reason {
  readonly rule: string;
  readonly detail: string;
}

/** How a judged transfer is reported. Its JSON has the same verdict under every policy. */
export interface Policy {
  /** False: nothing is published, History keeps it with the reasons. */
  readonly tell: boolean;
  /** True: the first line of its texts shows the verdict. */
  readonly mark: boolean;
}

/** Applies the row's `spam` attribute, which concerns only spam: everything else is reported. */
export function policyFor(verdict: Pick<Verdict, 'spam'>, watch: Pick<Watch, 'spam'>): Policy {
  if (!verdict.spam || watch.spam === 'show') return { tell: true, mark: false };
  return { tell: watch.spam === 'mark', mark: true };
}
