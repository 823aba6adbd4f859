import type { Clock } from '../clock.ts';
import type { DailyBudget } from '../upstream/daily-budget.ts';

/** The calls of one batch, claimed from the day's budget in one write instead of one a call. */
export interface BatchCalls {
  /** Claims one call for each poll; where so many are not left, each call is claimed by itself. */
  claim(polls: number): Promise<void>;
  /** Takes one call; false where the day has none left. */
  take(): Promise<boolean>;
  /** Gives back what the batch did not use. */
  release(): Promise<void>;
}

export function createBatchCalls(budget: DailyBudget, clock: Pick<Clock, 'now'>): BatchCalls {
  let left = 0;
  let claimedAt = 0;
  return {
    async claim(polls) {
      claimedAt = clock.now();
      left = (await budget.claim(polls)) ? polls : 0;
    },
    async take() {
      // A call after midnight belongs to another day than the one that it was claimed from.
      if (left === 0 || dayOf(claimedAt) !== dayOf(clock.now())) return budget.claim(1);
      left -= 1;
      return true;
    },
    async release() {
      const unused = left;
      left = 0;
      if (unused > 0) await budget.release(unused, claimedAt);
    },
  };
}

function dayOf(time: number): number {
  return Math.floor(time / 86_400_000);
}
