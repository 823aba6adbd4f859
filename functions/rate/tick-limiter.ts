import type { Clock } from '../runtime/clock.ts';
import type { RateLimiter } from '../transfer/source.ts';
import { DayKept, KeyRefused, PlanExhausted, RateLimited } from '../transfer/source-errors.ts';
import type { DailyQuota } from './daily-quota.ts';

export class TickEnded extends Error {
  override readonly name = 'TickEnded';
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Limits all calls of a tick. A refusal that concerns all wallets ends the tick: no further call is made. */
export interface TickLimiter extends RateLimiter {
  /**
   * Begins a batch of polls. A tick that has ended stays so until another one begins. The signal aborts the batch's waits and calls.
   * @param kept calls a day of other wallets' polls: only a poll's first call may use their share of the rest of the UTC day
   */
  begin(tick: string, polls: number, kept?: number): Promise<{ readonly signal: AbortSignal }>;
  /** Returns the batch's unused calls to the day's quota; if it rejects, they are lost. */
  end(): Promise<void>;
}

const spent = "The day's calls are used up: the setting callsPerDay allows no more before midnight UTC.";

export const keptForOthers =
  "The rest of the day's calls is kept for the polls of other wallets: this wallet has more to read than the plan has calls for (callsPerDay). Each UTC day it is read further with the calls that those polls leave.";

export function createTickLimiter(
  inner: RateLimiter,
  quota: DailyQuota,
  clock: Pick<Clock, 'now'>,
): TickLimiter {
  const calls = createReservation(quota, clock);
  let tick = '';
  let batch = new AbortController();
  let kept = 0;
  /** Polls that have made their first call. Their later calls are pages and repeats. */
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
        const left = 1 - (clock.now() % day) / day; // a poll may run past midnight
        const claimedOn = await calls.take(isFirst ? null : Math.ceil(kept * left));
        try {
          signal.throwIfAborted();
          // The turn is taken last: a call that waits after its turn would leave with the next window's calls.
          await inner.acquire(limits);
          // An earlier call may have been refused meanwhile.
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
      // These answers hold for all wallets.
      if (fault instanceof KeyRefused || fault instanceof PlanExhausted || fault instanceof RateLimited)
        batch.abort(new TickEnded(fault));
    },
    end: calls.release,
  };
}

const day = 86_400_000;

/** A batch's calls, claimed in one write. Each is made on the UTC day it was claimed from. */
function createReservation(quota: DailyQuota, clock: Pick<Clock, 'now'>) {
  const today = () => Math.floor(clock.now() / day) * day;
  let unused = { of: 0, calls: 0 };
  const add = (of: number, calls: number) => {
    if (of === today()) unused = { of, calls: calls + (unused.of === of ? unused.calls : 0) };
  };
  return {
    today,
    claim: async (polls: number): Promise<void> => add(today(), await quota.claim(polls)),
    /** The day of the claim. @param kept null for a poll's first call @throws DayKept or PlanExhausted */
    async take(kept: number | null): Promise<number> {
      const of = today();
      if (kept === null && unused.of === of && unused.calls > 0) add(of, -1);
      else if ((await quota.claim(1, kept ?? 0)) === 0)
        throw kept ? new DayKept(keptForOthers) : new PlanExhausted(spent);
      return of;
    },
    giveBack: (of: number) => add(of, 1),
    async release(): Promise<void> {
      const { of, calls } = unused;
      // Reset before the write: calls released twice, after a lost answer, would exceed the plan.
      unused = { of, calls: 0 };
      if (calls > 0 && of === today()) await quota.release(calls, of);
    },
  };
}

/** Milliseconds: an API that hangs delays the other polls this long. */
const longest = 2_000;

/** Sends each batch's first call ahead, so that an API which refuses the key or answers 429 gets one call, not a window's. */
export function withHeadStart(limiter: TickLimiter, clock: Pick<Clock, 'sleep'>): TickLimiter {
  /** `poll` made the call: its repeats and later pages don't wait. */
  let scout: { poll: object | undefined; wait: AbortController; isOver: Promise<void> } | null = null;
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
    end() {
      scout?.wait.abort();
      return limiter.end();
    },
  };
}
