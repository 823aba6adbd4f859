import type { Watch } from '../wallet/watch.ts';
import type { Verdict } from './verdict.ts';

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
