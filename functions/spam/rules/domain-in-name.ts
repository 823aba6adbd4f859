import type { Rule } from '../rule.ts';

/**
 * A bare domain in the name, as in yearn.finance: honest projects are called so as well, so it takes a second sign. Of
 * the 28 such lures and the 190 such honest tokens of the development set the form alone tells nothing apart.
 */
export const domainInName: Rule = {
  name: 'domain-in-name',
  find: ({ sitesInName }) =>
    sitesInName.length > 0
      ? 'Its name is or holds the name of a website. Do not visit it unless you already know the project.'
      : null,
};
