import type { Clock } from '../../functions/upstream/clock.ts';

/** A clock that stands still but for sleeps, which pass in the next turn of the event loop and are noted. */
export interface FakeClock extends Clock {
  readonly slept: number[];
  advance(ms: number): void;
}

export function fakeClock(start = Date.parse('2026-01-02T03:04:05.000Z')): FakeClock {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      await new Promise((resume) => setImmediate(resume));
      now += ms;
    },
  };
}
