import type { Clock } from '../runtime/clock.ts';
import type { TickLimiter } from './tick-limiter.ts';

/** From the moment at which the first call leaves: an API that hangs costs the other polls this long. */
const longest = 2_000;

/** The first call of a batch, and those that wait to hear how it fares. */
interface Scout {
  /** Whose call it is; its repeats and pages don't wait. */
  readonly poll: object | undefined;
  /** Ended by the first answer. */
  readonly wait: AbortController;
  readonly isOver: Promise<void>;
}

/**
 * A limiter whose first call of each batch leaves alone: the others wait for its answer, two seconds at most. An API that refuses
 * the key, or says 429, then gets one call of a worker in place of a whole window's.
 */
export function withHeadStart(limiter: TickLimiter, clock: Pick<Clock, 'sleep'>): TickLimiter {
  let scout: Scout | null = null;
  return {
    begin(...batch) {
      scout = null;
      return limiter.begin(...batch);
    },
    async acquire(limits) {
      const { poll } = limits;
      if (scout === null) {
        const wait = new AbortController();
        const leaves = limiter.acquire(limits);
        // Not before it leaves: where the plan is busy it waits for its window, and so would the others.
        const isOver = leaves.then(() => clock.sleep(longest, wait.signal)).catch(() => {});
        scout = { poll, wait, isOver };
        return leaves;
      }
      if (poll === undefined || poll !== scout.poll) await scout.isOver;
      return limiter.acquire(limits);
    },
    answered(fault) {
      limiter.answered(fault);
      scout?.wait.abort();
    },
    settle() {
      scout?.wait.abort();
      return limiter.settle();
    },
  };
}
