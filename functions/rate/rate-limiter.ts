import type { Clock } from '../runtime/clock.ts';
import type { CallLimits, RateLimiter } from '../transfer/source.ts';
import { NoSlot, RateLimited } from '../transfer/source-errors.ts';
import type { CallWindows } from './call-windows.ts';
import { createWindowQueue, type Opening } from './window-queue.ts';
import type { CallPurpose, WindowTable } from './window-table.ts';

/** The limiter of one worker, with what its tick needs besides. */
export interface PacedRateLimiter extends RateLimiter {
  /** @param purpose `further` unless given: such calls share half of each window, so that they delay no poll for long */
  acquire(limits: CallLimits, purpose?: CallPurpose): Promise<void>;
  /** A new tick begins: ends the silence after a 429 that did not say how long to wait. */
  nextTick(): void;
}

/**
 * Lets as many calls leave in each window as all workers together may make: each is claimed in the table they share before
 * it leaves. Calls that wait are claimed by one write.
 * `acquire` throws NoSlot at once where the wait would pass the caller's deadline, RateLimited where a 429 is why, and the
 * signal's reason on abort.
 */
export function createRateLimiter(options: {
  readonly windows: CallWindows;
  readonly table: WindowTable;
  readonly clock: Clock;
}): PacedRateLimiter {
  const { clock } = options;
  let silentUntil = Number.NEGATIVE_INFINITY;
  let silentForTick = false;

  function refusal(): Error {
    const silence = silentUntil - clock.now();
    if (silentForTick)
      return new RateLimited('The API asked to slow down (429): no call until the next tick.', null);
    if (silence > 0) {
      const seconds = Math.ceil(silence / 1000);
      return new RateLimited(`The API asked to slow down (429): no call for another ${seconds} s.`, seconds);
    }
    return new NoSlot(
      "The time left is too short for the plan's pace: raise callsPerSecond if the plan has more calls a second.",
    );
  }

  const opening: Opening = {
    opensAt: () => (silentForTick ? Number.POSITIVE_INFINITY : silentUntil),
    refusal,
  };
  const queues = {
    poll: createWindowQueue('poll', opening, options),
    further: createWindowQueue('further', opening, options),
  };

  return {
    async acquire(limits, purpose = 'further') {
      limits.signal?.throwIfAborted();
      await queues[purpose].wait(limits);
    },
    rateLimited(retryAfterSeconds) {
      if (retryAfterSeconds === null) silentForTick = true;
      else silentUntil = Math.max(silentUntil, clock.now() + retryAfterSeconds * 1000);
    },
    nextTick() {
      silentForTick = false;
    },
  };
}
