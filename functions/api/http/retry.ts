import type { Clock } from '../../runtime/clock.ts';
import type { CallLimits, RateLimiter } from '../../transfer/source.ts';
import {
  NoSlot,
  RateLimited,
  ReplyTooLarge,
  UnreadableReply,
  UpstreamUnavailable,
} from '../../transfer/source-errors.ts';

const firstWaitMs = 400;
const maxWaitMs = 4_000;

/**
 * Makes a call, and again after a fault that may pass: three times in all where the API is unavailable, twice
 * where it does not answer or its reply can't be read (a body cut short, a proxy's page). Every attempt passes the limiter; the waits
 * between them are exponential with full jitter (AWS Architecture Blog, 2015), at least as long as a Retry-After,
 * and never reach the deadline. Other errors, a 429 or 401 above all, are thrown as they come.
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  limits: CallLimits,
  deps: { limiter: RateLimiter; clock: Clock; random: () => number },
): Promise<T> {
  let lastFault: unknown;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await deps.limiter.acquire(limits);
    } catch (refusal) {
      // No time for another attempt: the fault is the news, not the pace.
      throw lastFault !== undefined && (refusal instanceof RateLimited || refusal instanceof NoSlot)
        ? lastFault
        : refusal;
    }
    try {
      return await call();
    } catch (fault) {
      if (limits.repeats === false || attempt >= attemptsFor(fault)) throw fault;
      lastFault = fault;
      const backOffMs = deps.random() * Math.min(firstWaitMs * 2 ** (attempt - 1), maxWaitMs);
      const asked = fault instanceof UpstreamUnavailable ? (fault.retryAfterSeconds ?? 0) : 0;
      const waitMs = Math.max(backOffMs, asked * 1000);
      if (deps.clock.now() + waitMs >= limits.deadline) throw fault;
      await deps.clock.sleep(waitMs, limits.signal);
    }
  }
}

function attemptsFor(fault: unknown): number {
  // A time-out has cost its wallet ten seconds and more already.
  if (fault instanceof UpstreamUnavailable) return fault.status === null ? 2 : 3;
  // What is too large is as large the next time.
  return fault instanceof UnreadableReply && !(fault instanceof ReplyTooLarge) ? 2 : 1;
}
