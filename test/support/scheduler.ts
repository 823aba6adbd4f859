import type { Clock } from '../../functions/runtime/clock.ts';

/** Something that can die: what it had planned then never happens. */
export interface Owner {
  readonly alive: boolean;
  /** Takes what is due while its owner is frozen, to run it once he is thawed. False: it runs now. */
  keep?(due: () => void): boolean;
}

interface Planned {
  readonly at: number;
  readonly serial: number;
  readonly owner: Owner | null;
  readonly run: () => void;
  cancelled: boolean;
}

/** The real one, before virtual time takes its place. */
const nextTurn = setImmediate;

/** Resolves when everything has run that can run without time passing. */
export function settled(): Promise<void> {
  return new Promise((resolve) => nextTurn(() => resolve()));
}

/**
 * Virtual time. Planned events happen in order of time; everything that follows from one without waiting is done before the next. An event
 * belongs to the worker that planned it, so that a crashed worker's promises never settle.
 */
export class Scheduler {
  now: number;
  /** Whose code runs just now; null: the world's. */
  owner: Owner | null = null;
  private readonly heap: Planned[] = [];
  private serial = 0;

  constructor(start: number) {
    this.now = start;
  }

  /** @returns takes the plan back */
  after(milliseconds: number, run: () => void, owner: Owner | null = this.owner): () => void {
    const planned = {
      at: this.now + Math.max(milliseconds, 0),
      serial: this.serial++,
      owner,
      run,
      cancelled: false,
    };
    this.push(planned);
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

  /** Starts what is planned next, unless it is later than a time. False where there is nothing. */
  startNext(until = Number.POSITIVE_INFINITY): boolean {
    for (let next = this.heap[0]; next !== undefined && next.at <= until; next = this.heap[0]) {
      this.pop();
      if (next.cancelled || next.owner?.alive === false) continue;
      this.now = Math.max(this.now, next.at);
      if (next.owner?.keep?.(() => !next.cancelled && next.run())) continue;
      this.owner = next.owner;
      next.run();
      return true;
    }
    return false;
  }

  /** How many things are planned: a timer that nobody cancelled shows here. */
  planned(): number {
    return this.heap.filter(({ cancelled }) => !cancelled).length;
  }

  /**
   * A clock on this time. Who sleeps wakes at his own time, unless he has died.
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

  private push(planned: Planned): void {
    const { heap } = this;
    let place = heap.push(planned) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.swapIfBefore(place, above)) return;
      place = above;
    }
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    let place = 0;
    for (;;) {
      const left = place * 2 + 1;
      const right = left + 1;
      const smaller = right < heap.length && this.isBefore(right, left) ? right : left;
      if (smaller >= heap.length || !this.swapIfBefore(smaller, place)) return;
      place = smaller;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (one === undefined || other === undefined) return false;
    return one.at < other.at || (one.at === other.at && one.serial < other.serial);
  }

  private swapIfBefore(lower: number, upper: number): boolean {
    const [one, other] = [this.heap[lower], this.heap[upper]];
    if (one === undefined || other === undefined || !this.isBefore(lower, upper)) return false;
    this.heap[lower] = other;
    this.heap[upper] = one;
    return true;
  }
}
