import type { PacedGate } from '../upstream/call-gate.ts';
import type { DailyBudget } from '../upstream/daily-budget.ts';
import { PlanExhausted } from '../upstream/errors.ts';
import type { CallGate } from '../upstream/source.ts';

/** No more calls for now, for a reason that all wallets share: what was not polled is due again at a later tick. */
export class TickEnded extends Error {
  override readonly name = 'TickEnded';
}

/** The gate before every call, as one tick sees it: it can be ended, and keeps to the calls that were handed out. */
export interface TickGate extends CallGate {
  /**
   * A batch of polls begins.
   * @param tick silence after a 429 without Retry-After lasts until this changes
   * @param calls how many were already taken out of the day's budget for it, one a poll
   * @returns a signal that ends every wait and call of the batch when the tick is ended
   */
  begin(tick: string, calls: number): { readonly signal: AbortSignal };
  /** No further call in this batch, nor in another one of the same tick. */
  end(reason: string): void;
  /** Waits until another worker may call in this one's place. */
  settle(): Promise<void>;
}

const spent = "The day's calls are used up: the setting callsPerDay allows no more before midnight UTC.";

/** @param inner spaces the calls out by the worker's share of calls a second */
export function createTickGate(inner: PacedGate, budget: DailyBudget): TickGate {
  let tick = '';
  let prepaid = 0;
  let batch = new AbortController();
  let ended: TickEnded | null = null;
  return {
    begin(nextTick, calls) {
      if (nextTick !== tick) {
        inner.nextTick();
        ended = null;
      }
      tick = nextTick;
      prepaid = calls;
      batch = new AbortController();
      if (ended !== null) batch.abort(ended);
      return { signal: batch.signal };
    },
    end(reason) {
      ended = new TickEnded(reason);
      batch.abort(ended);
    },
    async enter(limits) {
      batch.signal.throwIfAborted();
      await inner.enter(limits);
      // While this call waited for its turn, an earlier one may have been refused.
      batch.signal.throwIfAborted();
      if (prepaid > 0) prepaid -= 1;
      else if (!(await budget.claim(1))) throw new PlanExhausted(spent);
    },
    rateLimited: (retryAfterSeconds) => inner.rateLimited(retryAfterSeconds),
    settle: () => inner.settle(),
  };
}
