import type { Clock } from '../runtime/clock.ts';
import type { CallLimits, RateLimiter } from '../transfer/source.ts';
import { NoSlot, RateLimited } from '../transfer/source-errors.ts';

/** The limiter of one worker, with what its tick needs besides. */
export interface PacedRateLimiter extends RateLimiter {
  /** A new tick begins: ends the silence after a 429 that did not say how long to wait. */
  nextTick(): void;
  /** Waits until the spacing after the last call is over, so that a worker which takes this one's slot keeps to the plan. */
  settle(): Promise<void>;
}

/**
 * Spaces calls evenly, at most one in each 1/callsPerSecond seconds counted from call to call. A bucket of saved-up
 * tokens would allow a burst, and workers that burst together exceed the plan's rolling window; with even spacing no
 * window of any length holds more than its share.
 * `acquire` throws NoSlot at once where the wait would pass the caller's deadline, RateLimited where a 429 is why, and the
 * signal's reason on abort.
 * @throws RangeError where callsPerSecond is not above 0.
 */
export function createRateLimiter(options: { callsPerSecond: number; clock: Clock }): PacedRateLimiter {
  const { callsPerSecond, clock } = options;
  if (!(callsPerSecond > 0)) throw new RangeError('callsPerSecond must be above 0');
  const spacingMs = Math.ceil(1000 / callsPerSecond);
  let freeAt = Number.NEGATIVE_INFINITY;
  /** When the last call left. */
  let leftAt = Number.NEGATIVE_INFINITY;
  let silentUntil = Number.NEGATIVE_INFINITY;
  let silentForTick = false;
  let waiting = 0;
  /** Turns that are taken ahead and not yet due. */
  let reserved = 0;

  /** When the next call may go out; Infinity while only the next tick ends the silence. */
  function opensAt(): number {
    // A clock that was set back must not hold the limiter shut for as long as it jumped.
    freeAt = Math.min(freeAt, clock.now() + spacingMs * (1 + reserved));
    return silentForTick ? Number.POSITIVE_INFINITY : Math.max(freeAt, silentUntil);
  }

  function refuse(): never {
    const silence = silentUntil - clock.now();
    if (silentForTick)
      throw new RateLimited('The API asked to slow down (429): no call until the next tick.', null);
    if (silence > 0) {
      const seconds = Math.ceil(silence / 1000);
      throw new RateLimited(`The API asked to slow down (429): no call for another ${seconds} s.`, seconds);
    }
    throw new NoSlot(
      `The time left is too short for the plan's pace of one call in ${spacingMs} ms: raise callsPerSecond if the plan has more.`,
    );
  }

  async function waitForSlot(limits: CallLimits): Promise<void> {
    let now = clock.now();
    // Again after each sleep: meanwhile another caller may have taken the turn, or met a 429.
    for (let at = opensAt(); at > now; at = opensAt()) {
      if (at > limits.deadline) refuse();
      await clock.sleep(at - now, limits.signal);
      limits.signal?.throwIfAborted();
      // A timer may fire a fraction of a millisecond early.
      now = Math.max(at, clock.now());
    }
    if (now > limits.deadline) refuse();
    leave(now);
  }

  function leave(now: number): void {
    leftAt = now;
    freeAt = Math.max(freeAt, now + spacingMs * (1 + reserved));
  }

  /** Takes the next turn at once, ahead of those that wait. */
  async function reserveSlot(limits: CallLimits): Promise<void> {
    const now = clock.now();
    const at = Math.max(opensAt(), now);
    if (at > limits.deadline) refuse();
    reserved += 1;
    freeAt = at + spacingMs;
    try {
      if (at > now) await waitUntil(at, limits);
    } finally {
      reserved -= 1;
    }
    const woken = Math.max(at, clock.now());
    // Meanwhile another call may have met a 429, or the deadline have passed where the process was busy.
    if (silentForTick || silentUntil > woken || woken > limits.deadline) refuse();
    leave(woken);
  }

  /** Longer where the process was busy meanwhile: turns whose times have passed by then must not leave together. */
  async function waitUntil(at: number, limits: CallLimits): Promise<void> {
    for (let now = clock.now(), due = at; due > now; due = Math.min(leftAt, now) + spacingMs) {
      if (due > limits.deadline) refuse();
      await clock.sleep(due - now, limits.signal);
      now = Math.max(due, clock.now());
    }
  }

  return {
    async acquire(limits) {
      limits.signal?.throwIfAborted();
      if (limits.next) return reserveSlot(limits);
      if (Math.max(opensAt(), clock.now()) + waiting * spacingMs > limits.deadline) refuse();
      waiting += 1;
      try {
        await waitForSlot(limits);
      } finally {
        waiting -= 1;
      }
    },
    rateLimited(retryAfterSeconds) {
      if (retryAfterSeconds === null) silentForTick = true;
      else silentUntil = Math.max(silentUntil, clock.now() + retryAfterSeconds * 1000);
    },
    nextTick() {
      silentForTick = false;
    },
    async settle() {
      const rest = Math.min(freeAt - clock.now(), spacingMs);
      if (rest > 0) await clock.sleep(rest);
    },
  };
}
