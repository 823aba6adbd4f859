/** The API counts calls over any four seconds: the maximum of such calls, at these times in milliseconds. */
export function mostInFourSeconds(times: readonly number[]): number {
  const inOrder = times.toSorted((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [place, at] of inOrder.entries()) {
    while (at - (inOrder[first] ?? at) >= 4_000) first += 1;
    most = Math.max(most, place - first + 1);
  }
  return most;
}
