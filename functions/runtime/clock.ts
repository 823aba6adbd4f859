import { setTimeout as timer } from 'node:timers/promises';
import type { EpochMilliseconds, Milliseconds } from '../chain/units.ts';

export interface Clock {
  now(): EpochMilliseconds;
  /** If the signal aborts, the promise rejects with the signal's reason. */
  sleep(ms: Milliseconds, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await timer(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
