import { callWindows } from '../../../functions/rate/call-windows.ts';
import { createRateLimiter, withSilence } from '../../../functions/rate/rate-limiter.ts';
import { createSharedCounter, type SharedCounter } from '../../../functions/rate/shared-counter.ts';
import type { Clock } from '../../../functions/runtime/clock.ts';
import type { RateLimiter } from '../../../functions/transfer/source.ts';
import { LaggingTable } from './lagging-table.ts';

/** Creates counters for any number of workers over one table. */
export function counters(clock: Pick<Clock, 'now'>): () => SharedCounter {
  const table = new LaggingTable();
  return () => createSharedCounter(table.opened, clock);
}

/** The `acquire` of a plan's only worker: calls leave in its windows. */
export function turnsAt(callsPerSecond: number, clock: Clock): RateLimiter['acquire'] {
  return createRateLimiter({ windows: callWindows(callsPerSecond), counter: counters(clock)(), clock });
}

/** The limiter of a plan's only worker. */
export function limiterAt(callsPerSecond: number, clock: Clock): RateLimiter {
  return withSilence(turnsAt(callsPerSecond, clock), clock);
}
