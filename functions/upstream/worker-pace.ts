/**
 * What of its share a worker uses. Workers count for themselves and the API at its own door: at the full pace two of them
 * are seen a call or two over the plan in four seconds.
 */
export const paceMargin = 0.9;

/**
 * The pace of a worker with this share of the plan's calls a second: never more of them in any four seconds than the
 * whole calls that its share has room for, so that all workers together keep to the plan with fractions too.
 */
export function paceWithin(share: number): number {
  const inFourSeconds = Math.floor(4 * share);
  const margin = share * paceMargin;
  return inFourSeconds === 0 ? margin : Math.min(margin, 1_000 / (4_000 / inFourSeconds + 1));
}
