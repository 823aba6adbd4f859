import type { Clock } from '../runtime/clock.ts';
import type { CallLimits } from '../transfer/source.ts';
import { NoSlot } from '../transfer/source-errors.ts';

/** `unasked`: it never reached the endpoint, which says nothing about it. */
type CallOutcome = 'answered' | 'failed' | 'unasked';

interface CircuitBreaker {
  /** False: make no call now. True: make one, and report its outcome. */
  allows(): boolean;
  report(outcome: CallOutcome): void;
}

const failuresInARow = 3;
const pauseMs = 300_000;

/** After three failures in a row no call passes for five minutes; then a single one decides. */
export function createCircuitBreaker(clock: Pick<Clock, 'now'>): CircuitBreaker {
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

/** How long an alert waits for its coin. */
export const maxWaitMs = 2_000;

interface Asked {
  readonly outcome: CallOutcome;
  readonly reason: string | null;
}

/** Waits two seconds at most, even if the call ignores its signal. Never rejects. `ask` still gets a later answer. */
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
  over.abort(); // cancels the loser: the timer if the answer came first, else the call
  return asked;
}

/** NoSlot comes from the limiter before the call. */
function whatFailed(error: unknown): Asked {
  return {
    outcome: error instanceof NoSlot ? 'unasked' : 'failed',
    reason: error instanceof Error ? error.message : String(error),
  };
}
