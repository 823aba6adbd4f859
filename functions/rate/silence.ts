import type { Clock } from '../runtime/clock.ts';
import type { RateLimiter } from '../transfer/source.ts';
import { RateLimited } from '../transfer/source-errors.ts';

/** After a 429 no call passes until Retry-After is over: `acquire` throws RateLimited if that ends after the deadline. */
export function withSilence(acquire: RateLimiter['acquire'], clock: Clock, unsaid = 0): RateLimiter {
  let silentUntil = 0;
  return {
    async acquire(limits) {
      for (let now = clock.now(); now < silentUntil; now = clock.now()) {
        const left = Math.ceil((silentUntil - now) / 1_000);
        if (silentUntil > limits.deadline)
          throw new RateLimited(`The API asked to slow down (429): no call for another ${left} s.`, left);
        await clock.sleep(silentUntil - now, limits.signal);
      }
      await acquire(limits);
    },
    answered(fault) {
      if (!(fault instanceof RateLimited)) return;
      silentUntil = Math.max(silentUntil, clock.now() + (fault.retryAfterSeconds ?? unsaid) * 1_000);
    },
  };
}
