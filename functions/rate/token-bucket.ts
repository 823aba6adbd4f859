import type { Clock } from '../runtime/clock.ts';

export interface TokenBucket {
  /**
   * Waits for the next turn.
   * @param deadline epoch milliseconds: false when no turn comes before it; no turn is then used up.
   * @param isUrgent its turn comes before those of all that are not
   */
  take(deadline: number, isUrgent?: boolean): Promise<boolean>;
}

/**
 * The turns to publish of one worker, spaced evenly: SNS silently disables an email subscription that gets more than 10 messages a
 * second. Idle time saves up none.
 */
export function createTokenBucket(options: { perSecond: number; clock: Clock }): TokenBucket {
  const { perSecond, clock } = options;
  const interval = 1_000 / perSecond;
  let next = 0;
  let urgent = 0;
  return {
    async take(deadline, isUrgent = false) {
      urgent += isUrgent ? 1 : 0;
      try {
        // Looks again after each sleep: another one may have taken the turn, and a busy process may come late to it.
        for (let now = clock.now(); ; ) {
          const opensAt = isUrgent || urgent === 0 ? next : Math.max(next, now) + urgent * interval;
          if (Math.max(now, opensAt) >= deadline) return false;
          if (now >= opensAt) {
            next = now + interval;
            return true;
          }
          await clock.sleep(Math.ceil(opensAt - now));
          now = Math.max(opensAt, clock.now());
        }
      } finally {
        urgent -= isUrgent ? 1 : 0;
      }
    },
  };
}
