/**
 * Kinds of activity that a log entry shows, most important first. `sent`: a surely real token left the wallet. `sure`: one
 * came in. `unsure`: a contract that anyone may have written names the wallet.
 */
export const activityKinds = ['sent', 'sure', 'unsure'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** The more important of two. */
export function dearer(one: ActivityKind, other: ActivityKind): ActivityKind {
  return activityKinds.indexOf(one) < activityKinds.indexOf(other) ? one : other;
}
