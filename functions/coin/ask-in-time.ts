import type { Clock } from '../clock.ts';
import { NoTurn } from '../upstream/errors.ts';
import type { CallLimits } from '../upstream/source.ts';
import type { CallOutcome } from './circuit-breaker.ts';

/** What an alert may wait for its coin. */
export const longestWaitMs = 2_000;

/** What came of asking, and for anything but an answer why. */
export interface Asked {
  readonly outcome: CallOutcome;
  readonly reason: string | null;
}

/**
 * Asks and waits for two seconds at most, also where the call takes no notice of its deadline and signal or never
 * settles. Never rejects. An answer that comes later is not awaited, but `ask` still gets it.
 */
export async function askInTime(ask: (limits: CallLimits) => Promise<void>, clock: Clock): Promise<Asked> {
  const over = new AbortController();
  const tooSlow = () => ({ outcome: 'failed', reason: `no answer within ${longestWaitMs} ms` }) as const;
  const call = ask({ deadline: clock.now() + longestWaitMs, signal: over.signal });
  const asked = await Promise.race([
    call.then(() => ({ outcome: 'answered', reason: null }) as const, whatFailed),
    clock.sleep(longestWaitMs, over.signal).then(tooSlow, tooSlow),
  ]);
  over.abort(); // the timer where the answer was first, the call where the timer was
  return asked;
}

/** NoTurn comes from the gate before the call. */
function whatFailed(error: unknown): Asked {
  return {
    outcome: error instanceof NoTurn ? 'unasked' : 'failed',
    reason: error instanceof Error ? error.message : String(error),
  };
}
