import type { Clock } from '../runtime/clock.ts';
import type { RateLimiter } from '../transfer/source.ts';
import { DayKept, PlanExhausted } from '../transfer/source-errors.ts';
import type { DailyQuota } from './daily-quota.ts';
import { type ClaimedCall, createQuotaReservation } from './quota-reservation.ts';
import type { PacedRateLimiter } from './rate-limiter.ts';

/** No more calls for now, for a reason that all wallets share, its cause: what was not polled is due again at a later tick. */
export class TickEnded extends Error {
  override readonly name = 'TickEnded';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** The limiter before every call, as one tick sees it: it can be ended, and keeps to the plan's calls a second and a day. */
export interface TickLimiter extends RateLimiter {
  /**
   * A batch of polls begins.
   * @param tick silence after a 429 without Retry-After lasts until this changes
   * @param polls each needs one call at least
   * @param kept calls of the day that other wallets' polls need until midnight: of each poll only the first call may use them
   * @returns a signal that ends every wait and call of the batch when the tick is ended
   */
  begin(tick: string, polls: number, kept?: number): Promise<{ readonly signal: AbortSignal }>;
  /** No further call in this batch, nor in another one of the same tick. */
  end(cause: Error): void;
  /**
   * The batch is over: calls that it did not make go back to the day. Rejects where they could not be given back; they are
   * lost to the day then.
   */
  settle(): Promise<void>;
}

/** Our own count of the day's calls is at its end. Calls that are claimed already are still made. */
export class DaySpent extends PlanExhausted {}

const spent = "The day's calls are used up: the setting callsPerDay allows no more before midnight UTC.";

/** Of a wallet that has more to read than is left: what operations hear. */
export const keptForOthers =
  "The day's calls that are left are kept for the polls of other wallets: this wallet has more to read than the plan has calls for (callsPerDay). It is read on with what those polls leave, each UTC day anew.";

/** @param inner keeps to the plan's calls a second */
export function createTickLimiter(
  inner: PacedRateLimiter,
  quota: DailyQuota,
  clock: Pick<Clock, 'now'>,
): TickLimiter {
  const calls = createQuotaReservation(quota, clock);
  let tick = '';
  let batch = new AbortController();
  let ended: TickEnded | null = null;
  let keptCalls = 0;
  /** Polls that have made their first call. */
  let begun = new WeakSet<object>();

  /** @throws DaySpent, or DayKept where the day has calls left that others need */
  async function takeCall(isFurther: boolean): Promise<ClaimedCall> {
    const call = await (isFurther ? calls.takeFurther(keptCalls) : calls.take());
    if (call !== null) return call;
    if (isFurther && keptCalls > 0) throw new DayKept(keptForOthers);
    throw new DaySpent(spent);
  }

  return {
    async begin(nextTick, polls, kept = 0) {
      if (nextTick !== tick) {
        inner.nextTick();
        ended = null;
      }
      tick = nextTick;
      keptCalls = kept;
      begun = new WeakSet();
      batch = new AbortController();
      if (ended === null) await calls.claim(polls);
      else batch.abort(ended);
      return { signal: batch.signal };
    },
    end(cause) {
      ended = new TickEnded(cause);
      batch.abort(ended);
    },
    async acquire(limits) {
      const { signal } = batch;
      const { poll } = limits;
      const isFurther = poll === undefined || begun.has(poll);
      for (;;) {
        signal.throwIfAborted();
        const call = await takeCall(isFurther);
        try {
          signal.throwIfAborted();
          // The turn comes last: a call that waits for anything behind it leaves late, together with those after it.
          await inner.acquire(limits, isFurther ? 'further' : 'poll');
          // While this call waited for its turn, an earlier one may have been refused.
          signal.throwIfAborted();
        } catch (refusal) {
          call.giveBack();
          throw refusal;
        }
        if (call.isOfToday()) {
          if (poll !== undefined) begun.add(poll); // from here on its calls are pages and repeats
          return;
        }
        call.giveBack(); // midnight came first
      }
    },
    rateLimited: (retryAfterSeconds) => inner.rateLimited(retryAfterSeconds),
    settle: () => calls.release(),
  };
}
