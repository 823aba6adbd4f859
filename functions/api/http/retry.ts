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
 * Makes a call and retries faults that may pass: three attempts if the API is unavailable, two if it does not answer or is
 * unreadable. Waits are exponential with full jitter (AWS Architecture Blog, 2015), at least a Retry-After, and end before the
 * deadline.
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
      // No turn for another attempt: the caller needs to know the fault, not the pace.
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
  // Without an answer an attempt takes ten seconds and more.
  if (fault instanceof UpstreamUnavailable) return fault.status === null ? 2 : 3;
  return fault instanceof UnreadableReply && !(fault instanceof ReplyTooLarge) ? 2 : 1;
}
