import type { Clock } from '../runtime/clock.ts';

export interface TokenBucket {
  /** Returns false, without using a turn, if none comes before the deadline. @param isUrgent overtakes calls that are not */
  take(deadline: number, isUrgent?: boolean): Promise<boolean>;
}

/** Evenly spaced: SNS silently disables an email subscription that gets more than 10 messages a second. */
export function createTokenBucket(options: { perSecond: number; clock: Clock }): TokenBucket {
  const { perSecond, clock } = options;
  const interval = 1_000 / perSecond;
  let next = 0;
  let urgent = 0;
  return {
    async take(deadline, isUrgent = false) {
      urgent += isUrgent ? 1 : 0;
      try {
        // Again after each sleep: another call may have taken the turn.
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
