/**
 * What each rule's finding counts: above 0 it speaks for spam, below 0 against it. The one table to turn when the
 * rules are measured; nothing else holds a number.
 *
 * The API's flag alone is certain spam, and the API's own verification takes exactly that back.
 */
export const weights = {
  'flagged-by-api': 100,
  'verified-by-api': -100,
} as const;

/** A rule's name, as it stands in an alert's reasons. */
export type RuleName = keyof typeof weights;

/** A transfer whose rules add up to this is spam. */
export const spamThreshold = 100;
