import { expect, it } from 'vitest';
import { feedEntry } from '../../lib/page/feed-entry.ts';
import { alertForms } from '../../lib/page/forms.ts';
import { exchange, lure, transferAlert } from '../support/alerts.ts';

const newsOf = (alert: ReturnType<typeof transferAlert>) =>
  ({ kind: 'alert', alert, subject: null, email: null, sms: null, json: alert }) as const;
const entryOf = (alert: ReturnType<typeof transferAlert>) => feedEntry(newsOf(alert));
const supplier = '0x7a3f19c2e8d05b64719cf2a83be4d6705f1ec0de';

it('offers to trust the token of a transfer hidden as spam, but not of one that a row filters out', () => {
  const alert = transferAlert();
  expect(feedEntry({ kind: 'hidden', alert }).hidden).toMatchObject({ token: alert.transfer.token.address });
  expect(feedEntry({ kind: 'filtered', alert })).toMatchObject({
    kind: 'filtered',
    reasons: [],
    hidden: null,
  });
});

it("gives the reasons as in the email: none in the token's favour, and addresses in checksum case", () => {
  const verdict = {
    spam: true,
    score: 100,
    reasons: [
      { rule: 'address-poisoning', detail: `The other address imitates ${supplier}.` },
      { rule: 'verified-by-api', detail: 'The API lists the contract of this token as verified.' },
    ],
  };
  const { reasons } = entryOf(transferAlert({ verdict }));
  expect(reasons).toEqual([expect.stringMatching(/^The other address imitates 0x7a3f/i)]);
  expect(reasons.join()).not.toContain(supplier); // lower case is for programs
});

const millions = `1${'0'.repeat(59)}`;

it("has the severity, the sure worth, and the reader's name for the other side", () => {
  const usd = { amount: '7500.3', price: '0.6', at: '2026-01-02T03:00:00.000Z', confidence: 0.99 };
  const alert = transferAlert({
    transfer: { direction: 'out', to: { address: exchange, label: 'Binance' } },
  });
  const { transfer } = alert;
  const named = { ...transfer, usd, to: { ...transfer.to, contact: 'Bäcker' } };
  expect(entryOf({ ...alert, severity: 'warning', counterparty: 'contact', transfer: named })).toMatchObject({
    severity: 'warning',
    worth: '$7,500.30',
    text: expect.stringContaining(`sent 12,500.5 USDC to Bäcker`),
  });
  expect(entryOf(alert).worth).toBeNull();
});

it.each([
  ['nobody vouches for', { verdict: { spam: false, score: 0, reasons: [] } }],
  ['is likely spam', { verdict: lure }],
])('does not show what a token that %s says as income, nor all of its digits', (_what, { verdict }) => {
  const token = { address: `0x${'77'.repeat(20)}` as never, verified: null };
  const alert = transferAlert({ token, verdict });
  const { doubtful, text } = entryOf({ ...alert, transfer: { ...alert.transfer, amount: millions } });
  expect(doubtful).toBe(true);
  expect(text).toContain('about 100,000... (60 digits)');
});

it('shows each digit of the amount of sure money', () => {
  const alert = transferAlert();
  const { doubtful, text } = entryOf({
    ...alert,
    transfer: { ...alert.transfer, amount: `${millions}.000000001` },
  });
  expect(doubtful).toBe(false);
  expect(text).toContain('.000000001 USDC');
});

it('shows spam as subscribers get it, if the row has it reported like any other', () => {
  expect(entryOf({ ...transferAlert({ verdict: lure }), marked: false }).text).not.toMatch(/spam/i);
  expect(entryOf(transferAlert({ verdict: lure })).text).toMatch(/^Likely spam: /);
});

it('shows a label as Discord displays it, without the escapes of Markdown', () => {
  const alert = transferAlert({ watch: { label: 'Main_*ops*' } });
  const { discord } = alertForms(newsOf(alert));
  expect(discord.paragraphs[0]).toContain('Main_*ops* received');
  expect(discord.link?.url).toBe(alert.transfer.explorerUrl);
  expect(discord.edge).toBe('#2ea043');
});
