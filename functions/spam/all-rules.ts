import type { Rule } from './rule.ts';
import * as copies from './rules/copies.ts';
import * as disguises from './rules/disguises.ts';
import * as external from './rules/external.ts';
import * as links from './rules/links.ts';
import * as lures from './rules/lures.ts';
import * as oddNames from './rules/odd-names.ts';
import { weights } from './weights.ts';

const rules = [copies, disguises, external, links, lures, oddNames].flatMap((file): Rule[] =>
  Object.values(file),
);

/** In the order of the weights, in which reasons of equal weight stand. */
export const allRules: readonly Rule[] = Object.keys(weights).flatMap((name) =>
  rules.filter((rule) => rule.name === name),
);

/**
 * Rules on what others say of a token or its sender: applied to every transfer. All others are on the token itself, and not
 * applied to genuine protected tokens, whose address proves more.
 */
export const externalEvidence: readonly Rule[] = [
  external.flaggedByApi,
  external.verifiedByApi,
  external.reportedSender,
];
