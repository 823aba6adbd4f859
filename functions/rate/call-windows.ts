/** The plan's time in windows of equal length since the epoch. All workers together make so many calls in each. */
export interface CallWindows {
  /** Milliseconds. */
  readonly length: number;
  readonly calls: number;
}

/** Milliseconds from a window's beginning in which its calls leave: what is later takes another window. */
export const openFor = 700;

/** Milliseconds by which the clocks of two workers and their ways to the API differ at the most. */
const apart = 300;

/** Over any so many milliseconds the API counts. */
const counted = 4_000;

/** Parts that the counted time and what may be late of it are cut into. Windows are never shorter than `openFor`. */
const parts = [5, 4, 3, 2, 1];

/**
 * The windows that keep any four seconds within the plan: calls of a window are seen within `openFor` and `apart` of its
 * beginning, so those that are seen within four seconds began in a span of five. It touches as many windows as it is cut into,
 * and each has that part of the calls. Of the cuts that use most of the plan the finest: four fifths, less where the plan is
 * no multiple.
 * @throws RangeError where callsPerSecond is not above 0
 */
export function callWindows(callsPerSecond: number): CallWindows {
  if (!(callsPerSecond > 0)) throw new RangeError('callsPerSecond must be above 0');
  const span = counted + openFor + apart;
  const inSpan = Math.floor((callsPerSecond * counted) / 1_000);
  // Less than one call in four seconds: it is the mean that counts.
  if (inSpan === 0) return { length: Math.ceil(1_000 / callsPerSecond) + openFor + apart, calls: 1 };
  const used = (part: number) => Math.floor(inSpan / part) * part;
  const most = Math.max(...parts.map(used));
  const finest = parts.find((part) => used(part) === most) ?? 1;
  return { length: span / finest, calls: Math.floor(inSpan / finest) };
}

/** The first window whose calls can still leave at that time, in epoch milliseconds. */
export function windowOpenAt(time: number, { length }: CallWindows): number {
  const current = Math.floor(time / length);
  return time - current * length <= openFor ? current : current + 1;
}

/** Polls leave an eighth of each window to what comes after them. */
const share = 7 / 8;

/** How many polls are sent for a window: a part of one is the next one's. */
export function pollsOf(window: number, { calls }: CallWindows): number {
  return Math.floor((window + 1) * calls * share) - Math.floor(window * calls * share);
}

/** Polls a second that a plan has room for. */
export function pollsPerSecond(callsPerSecond: number): number {
  const { length, calls } = callWindows(callsPerSecond);
  return (calls * share * 1_000) / length;
}
