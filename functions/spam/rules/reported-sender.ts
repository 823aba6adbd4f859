import type { Rule } from '../rule.ts';

const reported = /fake[\s_-]?phish|phish|\bscam|\bhack(?:er)?\b|exploiter|\bspam/i;

/** The API's label of the sender (API document, 2.1, from_address_label) names a scam: explorers write Fake_Phishing…. */
export const reportedSender: Rule = {
  name: 'reported-sender',
  find: ({ transfer: { from } }) =>
    from.label !== null && reported.test(from.label)
      ? 'The sender is known for phishing or other fraud. Do not send anything back.'
      : null,
};
