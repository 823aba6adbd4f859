import type { EpochMilliseconds } from '../chain/units.ts';
import { type CallWindows, pollsOf } from '../rate/call-windows.ts';

/** A moment of the tick, and how many polls are sent at it. */
interface Place {
  /** Seconds from now. */
  readonly delay: number;
  readonly polls: number;
}

/** Spreads polls over those of the plan's windows that have room, so that no worker is paid for waiting. */
export interface CallSpread {
  /** A place for as many polls as the first window with room holds; null: none. @param within seconds after now, both included */
  take(polls: number, within: { readonly from: number; readonly to: number }): Place | null;
}

/** Kept in memory: only delays depend on it. Workers claim their calls when they make them. */
export function createCallSpread(windows: CallWindows): (now: EpochMilliseconds) => CallSpread {
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
          // Rounded up: a poll before its window would take another poll's place.
          return { delay: Math.ceil(secondsTo(window)), polls: placed };
        }
        return null;
      },
    };
  };
}
