import type { Clock } from '../../functions/runtime/clock.ts';

/** A clock that stands still but for sleeps: whoever wakes first sets it to that time, in a turn of the event loop. */
export interface FakeClock extends Clock {
  /** Lengths of all sleeps so far, in the order they began. */
  readonly slept: number[];
  advance(ms: number): void;
}

export function fakeClock(start = Date.parse('2026-01-02T03:04:05.000Z')): FakeClock {
  let now = start;
  const slept: number[] = [];
  const sleepers: { at: number; wake: () => void }[] = [];

  function wakeNext(): void {
    sleepers.sort((a, b) => a.at - b.at);
    const next = sleepers.shift();
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.wake();
  }

  return {
    slept,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      await new Promise<void>((wake) => {
        sleepers.push({ at: now + ms, wake });
        setImmediate(wakeNext);
      });
    },
  };
}
