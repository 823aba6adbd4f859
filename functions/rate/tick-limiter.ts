import { type Clock, dayMs } from '../runtime/clock.ts';
import type { RateLimiter } from '../transfer/source.ts';
import {
  DayKept,
  DaySpent,
  KeyRefused,
  PlanExhausted,
  RateLimited,
  SourceError,
} from '../transfer/source-errors.ts';
import type { DailyQuota } from './daily-quota.ts';

export class TickEnded extends SourceError {
  override readonly name = 'TickEnded';
  constructor(cause: Error) {
    super(cause.message, '', { cause });
  }
}

/** Limits all calls of a tick. A refusal that concerns all wallets ends the tick: no further call is made. */
export interface TickLimiter extends RateLimiter {
  /**
   * Begins a batch of polls. A tick that has ended stays so until another one begins. The signal aborts the batch's waits and calls.
   * @param kept calls a day of other wallets' polls: only a poll's first call may use their share of the rest of the UTC day
   */
  begin(tick: string, polls: number, kept?: number): Promise<{ readonly signal: AbortSignal }>;
}

const spent = "The day's calls are used up: the setting callsPerDay allows no more before midnight UTC.";

export const keptForOthers =
  "The rest of the day's calls is kept for the polls of other wallets: this wallet has more to read than the plan has calls for (callsPerDay). Each UTC day it is read further with the calls that those polls leave.";

export function createTickLimiter(
  inner: RateLimiter,
  quota: DailyQuota,
  clock: Pick<Clock, 'now'>,
): TickLimiter {
  const today = () => Math.floor(clock.now() / dayMs);
  /** Calls claimed for first calls of polls. Each is made on the UTC day it was claimed from; a later batch uses what is left. */
  let claimed = { on: 0, calls: 0 };
  const unused = () => (claimed.on === today() ? claimed.calls : 0);
  let tick = '';
  let batch = new AbortController();
  let kept = 0;
  /** The polls of the batch that have made their first call. A poll's later calls read further pages, or repeat a call. */
  const begun = new Set<string>();

  /** Returns the day of the claim. @param keeps null for a poll's first call @throws DayKept or DaySpent */
  async function claim(keeps: number | null): Promise<number> {
    const on = today();
    if (keeps === null && unused() > 0) claimed.calls -= 1;
    else if ((await quota.claim(1, keeps ?? 0)) === 0)
      throw keeps ? new DayKept(keptForOthers) : new DaySpent(spent);
    return on;
  }

  return {
    async begin(nextTick, polls, keptCalls = 0) {
      if (nextTick !== tick || !batch.signal.aborted) batch = new AbortController();
      tick = nextTick;
      kept = keptCalls;
      begun.clear();
      const missing = polls - unused();
      if (!batch.signal.aborted && missing > 0) {
        const on = today();
        const calls = await quota.claim(missing);
        claimed = { on, calls: calls + (claimed.on === on ? claimed.calls : 0) };
      }
      return { signal: batch.signal };
    },
    async acquire(limits) {
      const { signal } = batch;
      const { poll } = limits;
      const isFirst = poll !== undefined && !begun.has(poll);
      for (let isMade = false; !isMade; ) {
        signal.throwIfAborted();
        const left = 1 - (clock.now() % dayMs) / dayMs; // a poll may run past midnight
        const claimedOn = await claim(isFirst ? null : Math.ceil(kept * left));
        try {
          signal.throwIfAborted();
          // The turn is taken last: a call that waits after its turn would leave with the next window's calls.
          await inner.acquire(limits);
          // An earlier call may have been refused meanwhile.
          signal.throwIfAborted();
          isMade = claimedOn === today(); // else midnight came first
        } finally {
          if (!isMade && claimedOn === today()) claimed = { on: claimedOn, calls: unused() + 1 };
        }
      }
      if (poll !== undefined) begun.add(poll);
    },
    answered(fault) {
      inner.answered(fault);
      // These answers hold for all wallets.
      if (fault instanceof KeyRefused || fault instanceof PlanExhausted || fault instanceof RateLimited)
        batch.abort(new TickEnded(fault));
    },
  };
}

/** Milliseconds: an API that hangs delays the other polls this long. */
const longest = 2_000;

/** Sends each batch's first call ahead, so that an API which refuses the key or answers 429 gets one call, not a window's. */
export function withHeadStart(limiter: TickLimiter, clock: Pick<Clock, 'sleep'>): TickLimiter {
  /** `poll` made the call: its repeats and later pages don't wait. */
  let scout: { poll: string | undefined; wait: AbortController; isOver: Promise<void> } | null = null;
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
        // The call leaves later than it is made: on a busy plan it first waits for its window.
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
  };
}
