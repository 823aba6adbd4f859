import type { Clock } from '../runtime/clock.ts';

export interface TokenBucket {
  /**
   * Waits for the next turn.
   * @param deadline epoch milliseconds
   * @param isUrgent goes before every call that is not urgent
   * @returns false, without using a turn, if none comes before the deadline
   */
  take(deadline: number, isUrgent?: boolean): Promise<boolean>;
}

/**
 * One worker's turns to publish, evenly spaced: SNS silently disables an email subscription that gets more than 10 messages a
 * second. Idle time saves up no turns.
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
        // Check again after each sleep: another call may have taken the turn, or a busy process may have missed it.
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
