import { setTimeout as timer } from 'node:timers/promises';

/**
 * Ticks at once and then every `seconds` until the signal aborts. A tick that takes longer delays the next one,
 * as nobody is helped by two at a time.
 * @param failed told of a tick that threw
 */
export async function runSchedule(
  seconds: number,
  tick: (time: Date) => Promise<unknown>,
  failed: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const next = Date.now() + seconds * 1000;
    try {
      await tick(new Date());
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
    await timer(Math.max(0, next - Date.now()), undefined, { signal }).catch(() => {});
  }
}
