import type { Clock } from '../runtime/clock.ts';

export interface TokenBucket {
  /**
   * Waits for the next turn, first come first served.
   * @param deadline epoch milliseconds: false, at once, when no turn comes before it; no turn is then used up.
   */
  take(deadline: number): Promise<boolean>;
}

/**
 * The turns to publish of one worker, evenly spaced: SNS silently disables an email subscription that gets more than 10 messages a
 * second. Idle time saves up none.
 */
export function createTokenBucket(options: { perSecond: number; clock: Clock }): TokenBucket {
  const { perSecond, clock } = options;
  const interval = 1000 / perSecond;
  /** When the next turn is to be had, and the same by the turns that were used already. */
  let [next, usable] = [0, 0];
  return {
    async take(deadline) {
      let now = clock.now();
      let at = next;
      if (Math.max(at, now) >= deadline) return false;
      next = Math.max(next, now) + interval;
      // Again after each sleep: where the process was busy, turns whose times have passed must not be used together.
      while (at > now) {
        await clock.sleep(Math.ceil(at - now));
        now = Math.max(at, clock.now());
        at = usable;
        if (Math.max(at, now) >= deadline) return false;
      }
      usable = Math.max(usable, now) + interval;
      next = Math.max(next, usable);
      return true;
    },
  };
}
