import { setTimeout as timer } from 'node:timers/promises';
import type { EpochMilliseconds, EpochMinutes, EpochSeconds, Milliseconds } from '../chain/units.ts';

export interface Clock {
  now(): EpochMilliseconds;
  /** If the signal aborts, the promise rejects with the signal's reason. */
  sleep(ms: Milliseconds, signal?: AbortSignal): Promise<void>;
}

/** In milliseconds. */
export const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

/** A stored time. If it is farther ahead than any worker sets it, the clock was set back since, and the time has come. */
export function afterSetBack(stored: number, now: EpochMilliseconds, farthest: Milliseconds): number {
  return stored > now + farthest ? now : stored;
}

/** When DynamoDB deletes an item that is written now. */
export function expiryIn(days: number, clock: Pick<Clock, 'now'>): EpochSeconds {
  return Math.floor(clock.now() / 1_000) + days * 86_400;
}

/** The UTC day, `2026-01-02`. */
export function dayOf(time: EpochMilliseconds): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A tick's time in minutes since the epoch. */
export function tickMinute(tick: Date): EpochMinutes {
  return Math.floor(tick.getTime() / 60_000);
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await timer(ms, undefined, signal && { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};

/** The date of RFC 9110 that servers still send. (`Date.parse` accepts almost any text.) */
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** The wait that a Retry-After header asks for by seconds or a date (RFC 9110, 10.2.3). NaN if it is absent or unreadable. */
export function retryAfterMs(header: string | null | undefined, now: EpochMilliseconds): Milliseconds {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  return httpDate.test(text) ? Date.parse(text) - now : Number.NaN;
}
