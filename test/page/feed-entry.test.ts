import { expect, it } from 'vitest';
import { feedEntry } from '../../lib/page/feed-entry.ts';
import { transferAlert } from '../support/alerts.ts';

const supplier = '0x7a3f19c2e8d05b64719cf2a83be4d6705f1ec0de';

it('offers to trust the token of what was hidden as spam, and not of what a row filters out', () => {
  const alert = transferAlert();
  expect(feedEntry({ kind: 'hidden', alert }).hidden).toMatchObject({ token: alert.transfer.token.address });
  expect(feedEntry({ kind: 'filtered', alert })).toMatchObject({
    kind: 'filtered',
    reasons: [],
    hidden: null,
  });
});

it('gives the reasons as the email does: none that speaks for the token, and addresses as people copy them', () => {
  const verdict = {
    spam: true,
    score: 100,
    reasons: [
      { rule: 'address-poisoning', detail: `The other address imitates ${supplier}.` },
      { rule: 'verified-by-api', detail: 'The API lists the contract of this token as verified.' },
    ],
  };
  const alert = transferAlert({ verdict });
  const { reasons } = feedEntry({ kind: 'alert', alert, subject: null, email: null, sms: null, json: alert });
  expect(reasons).toEqual([expect.stringMatching(/^The other address imitates 0x7a3f/i)]);
  expect(reasons.join()).not.toContain(supplier); // lower case is for programs
});
