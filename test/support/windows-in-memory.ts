import { type CallWindows, callWindows, furtherCalls } from '../../functions/rate/call-windows.ts';
import { createRateLimiter, type PacedRateLimiter } from '../../functions/rate/rate-limiter.ts';
import type { WindowTable } from '../../functions/rate/window-table.ts';
import type { Clock } from '../../functions/runtime/clock.ts';

/** The windows of a plan, counted as the State table does. */
export function windowsInMemory(windows: CallWindows): WindowTable {
  const counts = new Map<number, { used: number; further: number }>();
  return {
    async claim(window, calls, purpose) {
      const { used, further } = counts.get(window) ?? { used: 0, further: 0 };
      const after = { used: used + calls, further: further + (purpose === 'further' ? calls : 0) };
      if (after.used > windows.calls || after.further > furtherCalls(windows)) return false;
      counts.set(window, after);
      return true;
    },
  };
}

/** The limiter of the only worker of a plan. */
export function limiterAt(callsPerSecond: number, clock: Clock): PacedRateLimiter {
  const windows = callWindows(callsPerSecond);
  return createRateLimiter({ windows, table: windowsInMemory(windows), clock });
}
