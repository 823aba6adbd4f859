const firstMs = 5_000;
const longestMs = 900_000;
/** From its first try on. */
const givenUpAfterMs = 86_400_000;

/** How long after so many failed tries the next one is: 5 s, doubling, a quarter of an hour at most. */
export function backoffMs(tries: number): number {
  return Math.min(firstMs * 2 ** Math.min(tries - 1, 20), longestMs);
}

/** Whether a message that failed now, and was first tried then, is tried no more. */
export function isGivenUp(firstTriedAt: number, now: number): boolean {
  return now - firstTriedAt >= givenUpAfterMs;
}
