import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { withPeople } from '../../functions/alert/compose/compose-transfer.ts';
import { emailText } from '../../functions/alert/email/email.ts';
import { smsText, subjectText } from '../../functions/alert/text/sentence.ts';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { breakPhones } from '../../functions/text/inert-text.ts';
import type { People } from '../../functions/wallet/people.ts';
import { alertLine } from '../../lib/alert-line.ts';
import {
  exchange,
  imitation,
  lookalikeOf,
  poisoningAlert,
  transferAlert,
  treasury,
  watchingAlert,
} from '../support/alerts.ts';
import { forAll } from '../support/for-all.ts';

/** Seven or more digits, with the separators of telephone numbers. */
const phone = /\p{N}(?:[\s().\-\p{Pd}/\\~[\]+*#xX\p{M}]*\p{N}){6,}/u;
const stranger = parseAddress('0x5ca1ab1e00000000000000000000000000000001');

describe("a telephone number in others' texts", () => {
  it.each([
    ['+1 888 555 0123', '+1_888_555_0123'],
    ['+1.888.555.0123', '+1_888_555_0123'],
    ['(888) 555-0123', '(888_555_0123'],
    ['18885550123', '1888_5550_123'],
    ['1-888-GET-HELP', '1_888_GET_HELP'],
    ['1-800-FLOWERS', '1_800_FLOWERS'],
    ['888.555.0123', '888_555_0123'],
  ])('is broken: %s', (text, broken) => {
    expect(breakPhones(text)).toBe(broken);
  });

  const ours = [exchange, checksumAddress(stranger)];
  it.each(['USD1', '1,000,000 MOON', 'Pool 0.05%', 'Account 12', ...ours, '2024 and 12'])(
    'is not found in: %s',
    (text) => {
      expect(breakPhones(text)).toBe(text);
    },
  );

  it('is in no text of an alert, whatever is between its digits', () => {
    const gaps = fc.constantFrom('', ' ', '-', '.', ') ', ' (', '\u2013', '/', ' - ', '\u00a0', '\u20e3');
    const digits = fc.constantFrom(
      ...Array.from({ length: 10 }, (_, i) => String(i)),
      '\uff18',
      '\u2460',
      '\u0667',
      '\u{1d7d6}',
    );
    const numbers = fc
      .array(fc.tuple(digits, gaps), { minLength: 7, maxLength: 15 })
      .map((parts) => parts.flat().join(''));
    forAll(
      [numbers, numbers],
      (one, two) => {
        const token = { address: stranger, name: `Support ${one}`, symbol: two, verified: null };
        const other = { address: null, label: `Help desk ${two}` };
        const alert = transferAlert({ token, transfer: { from: other } });
        const lines = emailText(alert)
          .split('\n')
          .filter((line) => /^(Treasury|Amount|Token|From)/.test(line))
          .map((line) => line.replace('12,500.5', '').replace(/0x[0-9a-fA-F]+/g, ''));
        for (const text of [smsText(alert), subjectText(alert), alertLine(alert), ...lines])
          expect(text.replace('12,500.5', '')).not.toMatch(phone);
      },
      { numRuns: inject('thorough') ? 60 : 15 },
    );
  });

  it("is not looked for in the owner's names: labels and contacts show as they are typed", () => {
    const [label, contact] = ['Safe 1767322800', 'Client 12 345 678.eth'];
    const people: People = new Map([[exchange, { name: contact, isOwn: false }]]);
    const transfer = { direction: 'out', from: { address: treasury, label: null } } as const;
    const alert = withPeople(
      transferAlert({ watch: { label }, transfer: { ...transfer, to: { address: exchange, label: null } } }),
      people,
    );
    const { headline } = alertMessage(alert);
    for (const text of [smsText(alert), subjectText(alert), alertLine(alert), headline, emailText(alert)])
      expect(text).toMatch(/Safe 1767322800.*Client 12 345 678\.eth/s);
    expect(emailText(alert)).toContain('(this wallet), Safe 1767322800\n');
    expect(emailText(watchingAlert({ label }))).toContain(', Safe 1767322800\n');
  });

  it('is not mistaken in our own amounts, blocks, dates, addresses and hashes', () => {
    const alert = transferAlert({ transfer: { value: 1_234_567_890_123n } });
    expect(smsText(alert)).toContain('received 1,234,567.890123 USDC');
    expect(emailText(alert)).toContain('\nBlock: 18,000,000\n');
    expect(emailText(alert)).toContain('2 January 2026, 03:04:05 UTC');
    expect(emailText(alert)).toContain(alert.transfer.transactionHash);
    const detail = `It imitates ${imitation}.`;
    const verdict = { spam: true, score: 100, reasons: [{ rule: 'address-poisoning', detail }] };
    expect(emailText(poisoningAlert({ verdict, lookalike: lookalikeOf() }))).toContain('imitat');
    expect(breakPhones(detail)).toBe(detail);
  });
});
