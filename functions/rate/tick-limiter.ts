import type { Clock } from '../runtime/clock.ts';
import type { RateLimiter } from '../transfer/source.ts';
import { DayKept, KeyRefused, PlanExhausted, RateLimited } from '../transfer/source-errors.ts';
import type { DailyQuota } from './daily-quota.ts';

/** No wallet may be polled for now; the cause says why. Wallets not yet polled are due again at a later tick. */
export class TickEnded extends Error {
  override readonly name = 'TickEnded';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/**
 * The limiter that every call of a tick passes: it enforces the plan's calls a second and a day. A refusal that concerns all
 * wallets ends the tick: no further call leaves in this batch, nor in another batch of the same tick.
 */
export interface TickLimiter extends RateLimiter {
  /**
   * Begins a batch of polls.
   * @param tick a tick that has ended stays ended until another one is named
   * @param polls how many: each needs at least one call
   * @param kept calls reserved for other wallets' polls until midnight UTC: only the first call of each poll may use them
   * @returns a signal that aborts every wait and call of the batch when the tick ends
   */
  begin(tick: string, polls: number, kept?: number): Promise<{ readonly signal: AbortSignal }>;
  /**
   * Ends the batch: its unused calls go back to the day's quota. Rejects if they can't be returned, and they are lost then.
   */
  settle(): Promise<void>;
}

const spent = "The day's calls are used up: the setting callsPerDay allows no more before midnight UTC.";

/** Operations message for a wallet that needs more calls than the day can spare. */
export const keptForOthers =
  "The day's calls that are left are kept for the polls of other wallets: this wallet has more to read than the plan has calls for (callsPerDay). It is read on with what those polls leave, each UTC day anew.";

/** @param inner enforces the plan's calls a second */
export function createTickLimiter(
  inner: RateLimiter,
  quota: DailyQuota,
  clock: Pick<Clock, 'now'>,
): TickLimiter {
  const calls = createReservation(quota, clock);
  let tick = '';
  let batch = new AbortController();
  let kept = 0;
  /** Polls that have made their first call: all their later calls are pages and repeats. */
  const begun = new WeakSet<object>();

  return {
    async begin(nextTick, polls, keptCalls = 0) {
      if (nextTick !== tick || !batch.signal.aborted) batch = new AbortController();
      tick = nextTick;
      kept = keptCalls;
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
          // The turn is taken last: a call that waits for anything after its turn leaves late, with the next window's calls.
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
      // Answers to one wallet's call that hold for all wallets.
      if (fault instanceof KeyRefused || fault instanceof PlanExhausted || fault instanceof RateLimited)
        batch.abort(new TickEnded(fault));
    },
    settle: calls.release,
  };
}

const day = 86_400_000;

/** The calls of one batch, claimed from the day's quota in one write. Each call is made on the UTC day it was claimed from. */
function createReservation(quota: DailyQuota, clock: Pick<Clock, 'now'>) {
  const today = () => Math.floor(clock.now() / day) * day;
  /** Claimed calls not used yet; those of a past day expire. */
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
     * @param kept null for a poll's first call; otherwise how many calls must be left for other polls
     * @returns the day that the call was claimed from
     * @throws DayKept if all calls that the day has left are reserved, PlanExhausted if none are left
     */
    async take(kept: number | null): Promise<number> {
      const of = today();
      if (kept === null && unused.of === of && unused.calls > 0) add(of, -1);
      else if ((await quota.claim(1, kept ?? 0)) === 0)
        throw kept ? new DayKept(keptForOthers) : new PlanExhausted(spent);
      return of;
    },
    giveBack: (of: number) => add(of, 1),
    /** Returns the unused calls to the day's quota. */
    async release(): Promise<void> {
      const { of, calls } = unused;
      // Forget them first: calls returned twice, after a lost answer, would exceed the plan.
      unused = { of, calls: 0 };
      if (calls > 0 && of === today()) await quota.release(calls, of);
    },
  };
}
