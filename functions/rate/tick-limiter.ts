import type { Clock } from '../runtime/clock.ts';
import type { RateLimiter } from '../transfer/source.ts';
import { DayKept, KeyRefused, PlanExhausted, RateLimited } from '../transfer/source-errors.ts';
import type { DailyQuota } from './daily-quota.ts';

/** No more calls for now, for a reason that all wallets share, its cause: what was not polled is due again at a later tick. */
export class TickEnded extends Error {
  override readonly name = 'TickEnded';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/**
 * The limiter before every call, as one tick sees it: it keeps to the plan's calls a second and a day. A refusal that concerns all
 * wallets ends the tick: no further call leaves in this batch, nor in another one of the same tick.
 */
export interface TickLimiter extends RateLimiter {
  /**
   * A batch of polls begins.
   * @param tick what has ended it lasts until this changes
   * @param polls each needs one call at least
   * @param kept calls of the day that other wallets' polls need until midnight: of each poll only the first call may use them
   * @returns a signal that ends every wait and call of the batch when the tick is ended
   */
  begin(tick: string, polls: number, kept?: number): Promise<{ readonly signal: AbortSignal }>;
  /**
   * The batch is over: calls that it did not make go back to the day. Rejects where they could not be given back; they are
   * lost to the day then.
   */
  settle(): Promise<void>;
}

const spent = "The day's calls are used up: the setting callsPerDay allows no more before midnight UTC.";

/** Of a wallet that has more to read than is left: what operations hear. */
export const keptForOthers =
  "The day's calls that are left are kept for the polls of other wallets: this wallet has more to read than the plan has calls for (callsPerDay). It is read on with what those polls leave, each UTC day anew.";

/** @param inner keeps to the plan's calls a second */
export function createTickLimiter(
  inner: RateLimiter,
  quota: DailyQuota,
  clock: Pick<Clock, 'now'>,
): TickLimiter {
  const calls = createReservation(quota, clock);
  let tick = '';
  let batch = new AbortController();
  let kept = 0;
  /** Polls that have made their first call: from then on they make pages and repeats. */
  let begun = new WeakSet<object>();

  return {
    async begin(nextTick, polls, keptCalls = 0) {
      if (nextTick !== tick || !batch.signal.aborted) batch = new AbortController();
      tick = nextTick;
      kept = keptCalls;
      begun = new WeakSet();
      if (!batch.signal.aborted) await calls.claim(polls);
      return { signal: batch.signal };
    },
    async acquire(limits) {
      const { signal } = batch;
      const { poll } = limits;
      const isFirst = poll !== undefined && !begun.has(poll);
      for (let isMade = false; !isMade; ) {
        signal.throwIfAborted();
        const claimedOn = await calls.take(isFirst ? null : kept);
        try {
          signal.throwIfAborted();
          // The turn comes last: a call that waits for anything behind it leaves late, together with those after it.
          await inner.acquire(limits);
          // While this call waited for its turn, an earlier one may have been refused.
          signal.throwIfAborted();
          isMade = claimedOn === calls.today(); // else midnight came first
        } finally {
          if (!isMade) calls.giveBack(claimedOn);
        }
      }
      if (poll !== undefined) begun.add(poll);
    },
    answered(fault) {
      inner.answered(fault);
      // What the API says of one wallet's call and means for all.
      if (fault instanceof KeyRefused || fault instanceof PlanExhausted || fault instanceof RateLimited)
        batch.abort(new TickEnded(fault));
    },
    settle: calls.release,
  };
}

const day = 86_400_000;

/** The calls of one batch, claimed from the day's quota in one write instead of one a call. A call is made on the UTC day it is of. */
function createReservation(quota: DailyQuota, clock: Pick<Clock, 'now'>) {
  const today = () => Math.floor(clock.now() / day) * day;
  /** Claimed and not used. What is left of a day that is over is nobody's. */
  let unused = { of: 0, calls: 0 };
  const add = (of: number, calls: number) => {
    if (of === today()) unused = { of, calls: calls + (unused.of === of ? unused.calls : 0) };
  };

  return {
    today,
    /** Claims a call for each poll, or as many as the day has left. */
    claim: async (polls: number): Promise<void> => add(today(), await quota.claim(polls)),
    /**
     * Takes a call.
     * @param kept of a call beyond those that the polls themselves need: calls of the day that others need; else null
     * @returns the day that it is of
     * @throws DayKept where the day has calls left that others need, else PlanExhausted
     */
    async take(kept: number | null): Promise<number> {
      const of = today();
      if (kept === null && unused.of === of && unused.calls > 0) add(of, -1);
      else if ((await quota.claim(1, kept ?? 0)) === 0)
        throw kept ? new DayKept(keptForOthers) : new PlanExhausted(spent);
      return of;
    },
    giveBack: (of: number) => add(of, 1),
    /** Gives the day back what was claimed and not used. */
    async release(): Promise<void> {
      const { of, calls } = unused;
      // Forgotten first: calls that go back twice, after an answer that was lost, would be made beyond the plan.
      unused = { of, calls: 0 };
      if (calls > 0 && of === today()) await quota.release(calls, of);
    },
  };
}
