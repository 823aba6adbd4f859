import { setTimeout as timer } from 'node:timers/promises';

/** Ticks at once and then every `seconds` until the signal aborts. A slow tick delays the next one. */
export async function runSchedule(
  seconds: number,
  tick: (time: Date) => Promise<unknown>,
  failed: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const next = timer(seconds * 1000, undefined, { signal }).catch(() => {});
    await tick(new Date()).catch((error: unknown) => signal.aborted || failed(error));
    await next;
  }
}
