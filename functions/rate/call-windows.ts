import type { EpochMilliseconds, Milliseconds, Seconds } from '../chain/units.ts';

/** Time since the epoch in windows of equal length, in ms; all workers together make at most `calls` calls in each. */
export interface CallWindows {
  readonly length: Milliseconds;
  readonly calls: number;
}

/** A window's calls are made in its first milliseconds, this many. */
export const openFor = 700;

/** Maximum difference between two workers in clock plus delay to the API, in ms. */
const skew = 300;

/** Length of the API's rolling limit window, in ms. */
const limitWindow = 4_000;

/** Into how many windows `limitWindow` and the delays may be divided. Even a fifth of their sum is longer than `openFor`. */
const parts = [5, 4, 3, 2, 1];

/**
 * The windows that use most of the plan, about four fifths of it; among equals the shortest. A window's calls reach the API within
 * `openFor` + `skew`, so all calls of any four seconds are of windows that begin within five. @throws RangeError
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

/** Share of a window's calls for polls; later pages and repeats use the rest. */
const share = 7 / 8;

export function pollsOf(window: number, { calls }: CallWindows): number {
  return Math.floor((window + 1) * calls * share) - Math.floor(window * calls * share);
}

export function pollsPerSecond(callsPerSecond: number): number {
  const { length, calls } = callWindows(callsPerSecond);
  return (calls * share * 1_000) / length;
}

export type CallSpread = ReturnType<ReturnType<typeof createCallSpread>>;

/** Spreads polls over the plan's windows with room, so that no worker is paid for waiting. In memory, because it decides only delays. */
export function createCallSpread(windows: CallWindows) {
  const taken = new Map<number, number>();

  return (now: EpochMilliseconds) => {
    const current = Math.floor(now / windows.length);
    for (const window of taken.keys()) if (window < current) taken.delete(window);
    const secondsTo = (window: number) => ((window - current) * windows.length) / 1_000;
    return {
      /** The delay until the first window with room from `from` to `to`, and how many polls the window takes; null: none has room. */
      take(polls: number, { from, to }: { readonly from: Seconds; readonly to: Seconds }) {
        const first = current + Math.ceil((from * 1_000) / windows.length);
        for (let window = first; secondsTo(window) <= to; window += 1) {
          const used = taken.get(window) ?? 0;
          const room = pollsOf(window, windows) - used;
          if (room <= 0) continue;
          const placed = Math.min(polls, room);
          taken.set(window, used + placed);
          // Rounded up: a poll before its window would take another poll's turn.
          return { delay: Math.ceil(secondsTo(window)), polls: placed };
        }
        return null;
      },
    };
  };
}
