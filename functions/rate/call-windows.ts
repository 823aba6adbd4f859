import type { EpochMilliseconds, Milliseconds } from '../chain/units.ts';

/** Time since the epoch in windows of equal length, in ms; all workers together make at most `calls` calls in each. */
export interface CallWindows {
  readonly length: Milliseconds;
  readonly calls: number;
}

/** A window's calls leave within this many ms of its beginning; a later call takes another window. */
export const openFor = 700;

/** Maximum difference between two workers in clock plus delay to the API, in ms. */
const skew = 300;

/** Length of the API's rolling limit window, in ms. */
const limitWindow = 4_000;

/** The possible numbers of windows in that length plus the delays; none is shorter than `openFor`. */
const parts = [5, 4, 3, 2, 1];

/**
 * Chooses the number of windows that uses most of the plan, about four fifths of it; among equals the largest number. A
 * window's calls reach the API within `openFor` + `skew` of the window's beginning. So all calls of any four seconds belong to
 * windows that begin within five.
 * @throws RangeError if callsPerSecond is not above 0
 */
export function callWindows(callsPerSecond: number): CallWindows {
  if (!(callsPerSecond > 0)) throw new RangeError('callsPerSecond must be above 0');
  const span = limitWindow + openFor + skew;
  const inSpan = Math.floor((callsPerSecond * limitWindow) / 1_000);
  // Fewer than one call in four seconds: windows of one call, as long as the mean gap plus the delays.
  if (inSpan === 0) return { length: Math.ceil(1_000 / callsPerSecond) + openFor + skew, calls: 1 };
  const used = (part: number) => Math.floor(inSpan / part) * part;
  const most = Math.max(...parts.map(used));
  const finest = parts.find((part) => used(part) === most) ?? 1;
  return { length: span / finest, calls: Math.floor(inSpan / finest) };
}

export function windowOpenAt(time: EpochMilliseconds, { length }: CallWindows): number {
  const current = Math.floor(time / length);
  return time - current * length <= openFor ? current : current + 1;
}

/** The dispatch fills seven eighths of each window with polls; later pages and repeats use the rest. */
const share = 7 / 8;

export function pollsOf(window: number, { calls }: CallWindows): number {
  return Math.floor((window + 1) * calls * share) - Math.floor(window * calls * share);
}

export function pollsPerSecond(callsPerSecond: number): number {
  const { length, calls } = callWindows(callsPerSecond);
  return (calls * share * 1_000) / length;
}

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
