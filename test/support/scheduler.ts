import type { Clock } from '../../functions/runtime/clock.ts';

/** Something that can die: what it planned then never happens. */
export interface Owner {
  readonly alive: boolean;
  /** Holds a due plan while its owner is frozen, to run it once it is thawed. False: the plan runs now. */
  keep?(due: () => void): boolean;
}

interface Planned {
  readonly at: number;
  readonly owner: Owner | null;
  readonly run: () => void;
  cancelled: boolean;
}

/** The real setImmediate, before virtual time replaces it. */
const nextTurn = setImmediate;

/** Resolves when everything has run that needs no time to pass. */
export function settled(): Promise<void> {
  return new Promise((resolve) => nextTurn(() => resolve()));
}

/**
 * Virtual time. Planned events happen in order of time; everything that follows from one without waiting is done before the next. An event
 * belongs to the worker that planned it, so that a crashed worker's promises never settle.
 */
export class Scheduler {
  now: number;
  /** The owner of the code that runs now; null for the world. */
  owner: Owner | null = null;
  /** The next plan is last; of plans at the same time, the later one runs later. */
  private readonly plans: Planned[] = [];

  constructor(start: number) {
    this.now = start;
  }

  /** @returns a function that cancels the plan */
  after(milliseconds: number, run: () => void, owner: Owner | null = this.owner): () => void {
    const planned = { at: this.now + Math.max(milliseconds, 0), owner, run, cancelled: false };
    // New plans are mostly due soon, so few plans are before them.
    this.plans.splice(this.plans.findLastIndex(({ at }) => at > planned.at) + 1, 0, planned);
    return () => {
      planned.cancelled = true;
    };
  }

  at(time: number, run: () => void): void {
    this.after(time - this.now, run, null);
  }

  /** Lets time pass. */
  async runUntil(time: number): Promise<void> {
    while (this.startNext(time)) {
      await settled();
      this.owner = null;
    }
    this.now = Math.max(this.now, time);
  }

  /** Starts the next plan, unless it is after `until`. False if there is none. */
  startNext(until = Number.POSITIVE_INFINITY): boolean {
    for (let next = this.plans.at(-1); next !== undefined && next.at <= until; next = this.plans.at(-1)) {
      this.plans.pop();
      if (next.cancelled || next.owner?.alive === false) continue;
      this.now = Math.max(this.now, next.at);
      if (next.owner?.keep?.(() => !next.cancelled && next.run())) continue;
      this.owner = next.owner;
      next.run();
      return true;
    }
    return false;
  }

  /** Number of plans: a timer that was not cancelled shows up here. */
  planned(): number {
    return this.plans.filter(({ cancelled }) => !cancelled).length;
  }

  /**
   * A clock on this time. A sleep ends at its own time, unless its owner has died.
   * @param skew milliseconds by which it is ahead
   */
  clock({ skew = 0, owner = null }: { skew?: number; owner?: Owner | null } = {}): Clock {
    return {
      now: () => this.now + skew,
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason);
          const stop = () => {
            cancel();
            reject(signal?.reason);
          };
          const wake = () => {
            signal?.removeEventListener('abort', stop);
            resolve();
          };
          const cancel = this.after(milliseconds, wake, owner);
          signal?.addEventListener('abort', stop, { once: true });
        }),
    };
  }
}
