import type { Watch } from '../wallet/watch.ts';

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

interface Policy {
  /** False: nothing is published, History keeps it with the reasons. */
  readonly tell: boolean;
  /** The first line of its texts shows the verdict. */
  readonly mark: boolean;
}

export function policyFor(verdict: Pick<Verdict, 'spam'>, watch: Pick<Watch, 'spam'>): Policy {
  if (!verdict.spam || watch.spam === 'show') return { tell: true, mark: false };
  return { tell: watch.spam === 'mark', mark: true };
}
