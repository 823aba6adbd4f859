/**
 * What a log says of a wallet, dearest first: `sent`, a surely real token left it; `sure`, one came in; `unsure`, a contract
 * that anybody may have written names it.
 */
export const activityKinds = ['sent', 'sure', 'unsure'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** The dearer of two. */
export function dearer(one: ActivityKind, other: ActivityKind): ActivityKind {
  return activityKinds.indexOf(one) < activityKinds.indexOf(other) ? one : other;
}
