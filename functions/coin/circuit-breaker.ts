import type { Clock } from '../runtime/clock.ts';
import type { CallLimits } from '../transfer/source.ts';
import { NoSlot } from '../transfer/source-errors.ts';

/** What came of a call: `unasked` when it never reached the endpoint, which says nothing about it. */
type CallOutcome = 'answered' | 'failed' | 'unasked';

/** Keeps calls away from an endpoint that fails, so that they neither wait for it nor use up the plan. */
interface CircuitBreaker {
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

/** What an alert may wait for its coin. */
export const maxWaitMs = 2_000;

/** What came of asking, and for anything but an answer why. */
export interface Asked {
  readonly outcome: CallOutcome;
  readonly reason: string | null;
}

/**
 * Asks and waits for two seconds at most, also where the call takes no notice of its deadline and signal or never
 * settles. Never rejects. An answer that comes later is not awaited, but `ask` still gets it.
 */
export async function askWithTimeout(
  ask: (limits: CallLimits) => Promise<void>,
  clock: Clock,
): Promise<Asked> {
  const over = new AbortController();
  const tooSlow = () => ({ outcome: 'failed', reason: `no answer within ${maxWaitMs} ms` }) as const;
  const call = ask({ deadline: clock.now() + maxWaitMs, signal: over.signal });
  const asked = await Promise.race([
    call.then(() => ({ outcome: 'answered', reason: null }) as const, whatFailed),
    clock.sleep(maxWaitMs, over.signal).then(tooSlow, tooSlow),
  ]);
  over.abort(); // the timer where the answer was first, the call where the timer was
  return asked;
}

/** NoSlot comes from the limiter before the call. */
function whatFailed(error: unknown): Asked {
  return {
    outcome: error instanceof NoSlot ? 'unasked' : 'failed',
    reason: error instanceof Error ? error.message : String(error),
  };
}
