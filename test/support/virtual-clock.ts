import type { Clock } from '../../functions/runtime/clock.ts';
import { Scheduler, settled } from './scheduler.ts';

/** A clock whose time passes only when a test says so, or when everybody sleeps. */
export interface VirtualClock extends Clock {
  /** Lets `ms` milliseconds pass: who sleeps wakes at his own time, and what he does then is done before the next. */
  advance(ms: number): Promise<void>;
  /** Sets it ahead or back: nobody wakes. */
  set(ms: number): void;
  /** How many sleep right now: a timer that nobody cancelled shows here. */
  sleepers(): number;
  /** Lengths of all sleeps so far, in the order they began. */
  readonly slept: readonly number[];
}

/** @param passes time goes on by itself to whoever wakes first, in a turn of the event loop */
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
