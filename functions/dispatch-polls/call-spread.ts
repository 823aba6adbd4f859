import { type CallWindows, pollsOf } from '../rate/call-windows.ts';

/** Seconds after now, and how many polls have a place then. */
export interface Place {
  readonly delay: number;
  readonly polls: number;
}

/** Sends polls for windows of the plan that have room, so that no worker is paid for waiting. */
export interface CallSpread {
  /**
   * Takes a place for as many of the polls as the first window with room holds.
   * @param within seconds after now, both included
   * @returns null where no window among them has room
   */
  take(polls: number, within: { readonly from: number; readonly to: number }): Place | null;
}

/**
 * Remembers what it gave away as long as the process lives. Nothing depends on it but the wait: workers claim their calls from
 * the windows in which they make them.
 */
export function createCallSpread(windows: CallWindows): (now: number) => CallSpread {
  const taken = new Map<number, number>();

  return (now) => {
    const current = Math.floor(now / windows.length);
    for (const window of taken.keys()) if (window < current) taken.delete(window);
    const secondsTo = (window: number) => ((window - current) * windows.length) / 1_000;
    return {
      take(polls, { from, to }) {
        const first = current + Math.ceil((from * 1_000) / windows.length);
        for (let window = first; secondsTo(window) <= to; window += 1) {
          const used = taken.get(window) ?? 0;
          const room = pollsOf(window, windows) - used;
          if (room <= 0) continue;
          const placed = Math.min(polls, room);
          taken.set(window, used + placed);
          // Not before the window: who comes early takes the place of those who come in time.
          return { delay: Math.ceil(secondsTo(window)), polls: placed };
        }
        return null;
      },
    };
  };
}
