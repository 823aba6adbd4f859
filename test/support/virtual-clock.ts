import type { Clock } from '../../functions/runtime/clock.ts';

/** A clock whose time passes only when a test says so. */
export interface VirtualClock extends Clock {
  /** Lets `ms` milliseconds pass: who sleeps wakes at his own time, and what he does then is done before the next. */
  advance(ms: number): Promise<void>;
  /** How many sleep right now: a timer that nobody cancelled shows here. */
  sleepers(): number;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export function virtualClock(start = Date.parse('2026-01-02T03:04:05.000Z')): VirtualClock {
  let now = start;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    sleepers: () => sleepers.size,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      });
    },
    async advance(ms) {
      const until = now + ms;
      await quiet();
      for (let next = earliest(sleepers); next !== undefined && next.at <= until; next = earliest(sleepers)) {
        now = next.at;
        sleepers.delete(next);
        next.wake();
        await quiet();
      }
      now = until;
    },
  };
}

function earliest(sleepers: ReadonlySet<Sleeper>): Sleeper | undefined {
  return [...sleepers].sort((a, b) => a.at - b.at)[0];
}

/** Everything that can go on without time passing has gone on. */
function quiet(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}
