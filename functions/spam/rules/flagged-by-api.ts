import type { Rule } from '../rule.ts';

/** The API's `possible_spam` (API document, 2.1). Rows of 2022 have no such field: silence is no flag. */
export const flaggedByApi: Rule = {
  name: 'flagged-by-api',
  find: ({ transfer }) =>
    transfer.possibleSpam === true ? 'The API flags this token as possible spam.' : null,
};
