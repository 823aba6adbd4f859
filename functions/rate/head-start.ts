import type { Clock } from '../runtime/clock.ts';
import { KeyRefused, PlanExhausted, RateLimited } from '../transfer/source-errors.ts';
import type { TickLimiter } from './tick-limiter.ts';

/** From the moment at which the first call leaves: an API that hangs costs the other polls this long. */
const longest = 2_000;

/** The first call of a batch, and those that wait to hear how it fares. */
interface Scout {
  /** Whose call it is; its repeats and pages don't wait. */
  poll: object | undefined;
  isSent: boolean;
  isOver: boolean;
  readonly over: Promise<void>;
  /** Lets the others go. */
  readonly end: () => void;
  /** Ends the pause of two seconds. */
  readonly pause: AbortController;
}

/**
 * A limiter whose first call of each batch leaves alone: the others wait for its answer, two seconds at most. An API that refuses
 * the key, or says 429, then gets one call of a worker in place of a whole window's.
 */
export function withHeadStart(limiter: TickLimiter, clock: Pick<Clock, 'sleep'>): TickLimiter {
  let scout = newScout();
  return {
    ...limiter,
    begin(...batch) {
      scout = newScout();
      return limiter.begin(...batch);
    },
    async acquire(limits) {
      const first = scout;
      if (first.isOver || (first.isSent && first.poll !== undefined && first.poll === limits.poll))
        return limiter.acquire(limits);
      if (first.isSent) {
        await first.over;
        return limiter.acquire(limits);
      }
      first.isSent = true;
      first.poll = limits.poll;
      try {
        await limiter.acquire(limits);
      } catch (refusal) {
        first.end();
        throw refusal;
      }
      // Not before it leaves: where the plan is busy it waits for its window, and so would the others.
      clock.sleep(longest, first.pause.signal).then(first.end, first.end);
    },
    answered(refusal) {
      // The poll that meets one of these ends the tick.
      const endsTick =
        refusal instanceof KeyRefused || refusal instanceof PlanExhausted || refusal instanceof RateLimited;
      if (!endsTick) scout.end();
    },
    end(cause) {
      limiter.end(cause);
      scout.end();
    },
    settle() {
      scout.end();
      return limiter.settle();
    },
  };
}

function newScout(): Scout {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const pause = new AbortController();
  const scout: Scout = {
    poll: undefined,
    isSent: false,
    isOver: false,
    over,
    pause,
    end() {
      scout.isOver = true;
      resolve();
      pause.abort();
    },
  };
  return scout;
}
