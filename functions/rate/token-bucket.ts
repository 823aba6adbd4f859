import type { Clock } from '../runtime/clock.ts';

export interface TokenBucket {
  /**
   * Waits for the next turn, first come first served.
   * @param deadline epoch milliseconds: false, at once, when no turn comes before it; no turn is then used up.
   */
  take(deadline: number): Promise<boolean>;
}

/**
 * A token bucket that all publishing of one worker shares: SNS silently disables an email subscription that
 * gets more than 10 messages a second. After an idle time `burst` turns come at once; in any one second there
 * are at most `burst + perSecond`.
 */
export function createTokenBucket(options: { perSecond: number; burst: number; clock: Clock }): TokenBucket {
  const { perSecond, burst, clock } = options;
  const interval = 1000 / perSecond;
  /** When the bucket is full again: each turn moves it on by one interval. */
  let fullAt = 0;
  /** The same by the turns that were used already. */
  let usedFullAt = 0;
  const slotAfter = (full: number, now: number) => Math.max(full, now) - (burst - 1) * interval;
  return {
    async take(deadline) {
      let now = clock.now();
      let at = slotAfter(fullAt, now);
      if (Math.max(at, now) >= deadline) return false;
      fullAt = Math.max(fullAt, now) + interval;
      // Again after each sleep: where the process was busy, turns whose times have passed must not be used together.
      while (at > now) {
        await clock.sleep(Math.ceil(at - now));
        now = Math.max(at, clock.now());
        at = slotAfter(usedFullAt, now);
        if (Math.max(at, now) >= deadline) return false;
      }
      usedFullAt = Math.max(usedFullAt, now) + interval;
      fullAt = Math.max(fullAt, usedFullAt);
      return true;
    },
  };
}
