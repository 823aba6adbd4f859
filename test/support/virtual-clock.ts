import type { Clock } from '../../functions/runtime/clock.ts';
import { Scheduler, settled } from './scheduler.ts';

/** A clock whose time passes only when a test says so, or while all code sleeps. */
export interface VirtualClock extends Clock {
  /** Lets `ms` milliseconds pass. Each sleep ends at its own time, and the code behind it runs before the next one ends. */
  advance(ms: number): Promise<void>;
  /** Sets the clock ahead or back, without ending a sleep. */
  set(ms: number): void;
  /** Number of current sleeps: a timer that was not cancelled shows up here. */
  sleepers(): number;
  /** Lengths of all sleeps so far, in the order they began. */
  readonly slept: readonly number[];
}

/** @param passes time moves on to the next sleep's end without the test, in a turn of the event loop */
export function virtualClock({
  start = Date.parse('2026-01-02T03:04:05.000Z'),
  passes = false,
} = {}): VirtualClock {
  const scheduler = new Scheduler(start);
  const clock = scheduler.clock();
  const slept: number[] = [];
  return {
    slept,
    now: clock.now,
    sleepers: () => scheduler.planned(),
    set(ms) {
      scheduler.now = ms;
    },
    sleep(ms, signal) {
      if (!signal?.aborted) slept.push(ms);
      if (passes) void settled().then(() => scheduler.startNext());
      return clock.sleep(ms, signal);
    },
    async advance(ms) {
      const until = scheduler.now + ms;
      await settled();
      await scheduler.runUntil(until);
    },
  };
}
