import { noOperations, type Operations, sumOf, times } from '../../../lib/cost/operations.ts';

/** The operations done, by purpose. */
export class Tally {
  /** Everything from now on counts this many times. */
  factor = 1;
  private byPurpose = new Map<string, Operations>();

  add(purpose: string, done: Partial<Operations>): void {
    this.byPurpose.set(purpose, sumOf(this.byPurpose.get(purpose) ?? noOperations, times(this.factor, done)));
  }

  /** Returns the counts so far, and starts again. */
  take(): ReadonlyMap<string, Operations> {
    const taken = this.byPurpose;
    this.byPurpose = new Map();
    return taken;
  }
}
