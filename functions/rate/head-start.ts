import type { Clock } from '../runtime/clock.ts';
import type { TickLimiter } from './tick-limiter.ts';

/** Milliseconds from the moment the first call leaves: an API that hangs delays the other polls this long. */
const longest = 2_000;

/** The first call of a batch, whose answer the other calls wait for. */
interface Scout {
  /** The poll that made the call; its repeats and later pages don't wait. */
  readonly poll: object | undefined;
  /** Aborted by the first answer. */
  readonly wait: AbortController;
  readonly isOver: Promise<void>;
}

/**
 * A limiter that sends each batch's first call ahead: the others wait for its answer, at most two seconds. An API that refuses
 * the key or answers 429 then gets one call from a worker, not a whole window of calls.
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
        // The two seconds begin when the call leaves: on a busy plan it first waits for its window.
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
