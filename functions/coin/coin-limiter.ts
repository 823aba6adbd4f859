import type { Clock } from '../runtime/clock.ts';
import type { RateLimiter } from '../transfer/source.ts';
import { RateLimited } from '../transfer/source-errors.ts';

/** Where the coins endpoint does not say how long to wait. */
const silence = 60_000;

/**
 * The worker's limiter for calls to the coins endpoint. They are few and have two seconds, so each takes the next turn: behind
 * a batch of fifty polls it would come too late. A 429 of that endpoint silences it alone.
 */
export function createCoinLimiter(limiter: RateLimiter, clock: Clock): RateLimiter {
  let silentUntil = 0;
  return {
    async acquire(limits) {
      const left = silentUntil - clock.now();
      if (left > 0)
        throw new RateLimited('The coins endpoint asked to slow down (429).', Math.ceil(left / 1_000));
      await limiter.acquire({ ...limits, next: true });
    },
    rateLimited(retryAfterSeconds) {
      silentUntil = clock.now() + (retryAfterSeconds === null ? silence : retryAfterSeconds * 1_000);
    },
  };
}
