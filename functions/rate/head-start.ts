import type { Clock } from '../runtime/clock.ts';
import type { TickLimiter } from './tick-limiter.ts';

/** Milliseconds: an API that hangs delays the other polls this long. */
const longest = 2_000;

interface Scout {
  /** Made the call; its repeats and later pages don't wait. */
  readonly poll: object | undefined;
  readonly wait: AbortController;
  readonly isOver: Promise<void>;
}

/** Sends each batch's first call ahead: an API that refuses the key or answers 429 gets one call, not a whole window's. */
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
        // The call leaves later than it is made: on a busy plan it first waits for its window.
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
