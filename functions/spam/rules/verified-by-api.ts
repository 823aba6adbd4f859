import type { Rule } from '../rule.ts';

/** The API's `verified_collection`, later `verified_contract` (API document, 2.1): it speaks against spam. */
export const verifiedByApi: Rule = {
  name: 'verified-by-api',
  find: ({ transfer }) =>
    transfer.token.verified === true ? 'The API lists the contract of this token as verified.' : null,
};
