import type { Clock } from '../clock.ts';

/** What came of a call: `unasked` when it never reached the endpoint, which says nothing about it. */
export type CallOutcome = 'answered' | 'failed' | 'unasked';

/** Keeps calls away from an endpoint that fails, so that they neither wait for it nor use up the plan. */
export interface CircuitBreaker {
  /** False: make no call now. True: make one, and report what came of it. */
  allows(): boolean;
  report(outcome: CallOutcome): void;
}

/**
 * Calls pass until `failuresInARow` of them have failed; then none for `pauseMs`; then a single one, and what comes of
 * it lets the others pass or begins the next pause.
 */
export function createCircuitBreaker(options: {
  failuresInARow: number;
  pauseMs: number;
  clock: Pick<Clock, 'now'>;
}): CircuitBreaker {
  const { failuresInARow, pauseMs, clock } = options;
  let failures = 0;
  let pausedUntil = 0;
  let trialUnderWay = false;
  return {
    allows() {
      if (failures < failuresInARow) return true;
      if (trialUnderWay || clock.now() < pausedUntil) return false;
      trialUnderWay = true;
      return true;
    },
    report(outcome) {
      trialUnderWay = false;
      if (outcome === 'answered') failures = 0;
      if (outcome !== 'failed') return;
      failures += 1;
      pausedUntil = clock.now() + pauseMs;
    },
  };
}
