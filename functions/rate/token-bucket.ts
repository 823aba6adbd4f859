import type { Clock } from '../runtime/clock.ts';

export interface TokenBucket {
  /**
   * Waits for the next turn.
   * @param deadline epoch milliseconds: false when no turn comes before it; no turn is then used up.
   */
  take(deadline: number): Promise<boolean>;
}

/**
 * The turns to publish of one worker, spaced evenly: SNS silently disables an email subscription that gets more than 10 messages a
 * second. Idle time saves up none.
 */
export function createTokenBucket(options: { perSecond: number; clock: Clock }): TokenBucket {
  const { perSecond, clock } = options;
  let next = 0;
  return {
    async take(deadline) {
      // Looks again after each sleep: another one may have taken the turn, and a busy process may come late to it.
      for (let now = clock.now(); Math.max(now, next) < deadline; ) {
        if (now >= next) {
          next = now + 1_000 / perSecond;
          return true;
        }
        const wakesAt = next;
        await clock.sleep(Math.ceil(wakesAt - now));
        now = Math.max(wakesAt, clock.now());
      }
      return false;
    },
  };
}
