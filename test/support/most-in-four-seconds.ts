/** Maximum number of calls that left within any four seconds. */
export function mostInFourSeconds(times: readonly number[]): number {
  return Math.max(0, ...times.map((end) => times.filter((time) => time <= end && time > end - 4_000).length));
}
