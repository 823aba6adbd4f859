import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../functions/alert/alert.ts';
import { emailText } from '../../../functions/alert/email/email.ts';
import { outgoing } from '../../../functions/alert/outgoing-alert.ts';
import { toSnsMessage } from '../../../functions/alert/sns-message.ts';
import { alertLine } from '../../../functions/alert/text/line.ts';
import { smsText, subjectText } from '../../../functions/alert/text/sms-and-subject.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import {
  exchange,
  imitation,
  lookalikeOf,
  lure,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  treasury,
} from '../../support/alerts.ts';
import { hostileText } from '../hostile-text.ts';

const out = {
  direction: 'out',
  from: { address: treasury, label: null },
  to: { address: imitation, label: null },
} as const;

/** 12,500.5 USDC sent to an imitation of the exchange. */
function shout(over: Parameters<typeof transferAlert>[0] = {}) {
  return transferAlert({ lookalike: lookalikeOf(), ...over, transfer: { ...out, ...over.transfer } });
}

const firstLine = (alert: Alert) => emailText(alert).split('\n')[0] ?? '';

describe('money sent to an imitation', () => {
  it('is the story of subject, SMS and first line', () => {
    expect(subjectText(shout())).toBe(
      'Treasury sent 12,500.5 USDC on eth to 0x28c6(0000..)1d60, which imitates an address you paid',
    );
    expect(smsText(shout())).toBe(
      "Treasury sent 12,500.5 USDC on eth to 0x28c6(0000..)1d60, which imitates an address you paid. Call the token's issuer at once.",
    );
    expect(firstLine(shout())).toBe(subjectText(shout()));
  });

  it('is told with what to do at once and the link before any fact', () => {
    const email = emailText(shout());
    const facts = email.indexOf('\nAmount: ');
    for (const said of ['freeze', 'Circle', 'Tether', 'exchange', shout().transfer.explorerUrl ?? '?']) {
      expect(email.indexOf(said)).toBeGreaterThan(0);
      expect(email.indexOf(said)).toBeLessThan(facts);
    }
    // Neither address can be copied from here.
    expect(email.toLowerCase()).not.toContain(imitation);
    expect(email.toLowerCase()).not.toContain(exchange);
    for (const line of email.split('\n')) expect(line.length).toBeLessThanOrEqual(99);
  });

  it('says so whatever else is true of it: spam by its verdict, and any policy', () => {
    for (const spam of ['hide', 'mark', 'show'] as const) {
      const { Subject, Message } = toSnsMessage(outgoing(shout({ verdict: lure, watch: { spam } })));
      const { email, sms } = JSON.parse(Message);
      for (const text of [Subject, sms, email.split('\n')[0]]) {
        expect(text).toContain('imitates');
        expect(text).not.toMatch(/spam/i);
      }
    }
  });

  it('says so in every line whatever others wrote, and keeps to their lengths', () => {
    fc.assert(
      fc.property(
        hostileText,
        hostileText,
        fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
        fc.constantFrom(null, 0, 6, 255),
        fc.integer({ min: 3, max: 20 }),
        fc.integer({ min: 3, max: 19 }),
        (text, label, value, decimals, samePrefix, sameSuffix) => {
          const alert = shout({
            watch: { label },
            transfer: { value, to: { address: imitation, label: text } },
            token: { name: text, symbol: text, decimals },
            lookalike: lookalikeOf({ samePrefix, sameSuffix }),
          });
          expect(subjectText(alert).length).toBeLessThanOrEqual(100);
          expect(smsText(alert).length).toBeLessThanOrEqual(140);
          for (const said of [subjectText(alert), smsText(alert), firstLine(alert), alertLine(alert)])
            expect(said).toContain('imitates');
        },
      ),
    );
  });

  it('is shown in a terminal so that it cannot be copied', () => {
    const line = alertLine(shout());
    expect(line).toContain('imitates');
    expect(line.toLowerCase()).not.toContain(imitation);
  });

  it('says so where the chain drops it again', () => {
    const taken = revertedAlert({ transfer: out, lookalike: lookalikeOf() });
    expect(subjectText(taken)).toMatch(/^Undone: .*imitates/);
  });
});

describe('money that came from an imitation', () => {
  const alert = transferAlert({
    lookalike: lookalikeOf(),
    transfer: { from: { address: imitation, label: null } },
  });

  it('is told with what its sender is', () => {
    for (const said of [subjectText(alert), smsText(alert), firstLine(alert), alertLine(alert)])
      expect(said).toMatch(/received|^in /);
    for (const said of [subjectText(alert), smsText(alert), firstLine(alert)])
      expect(said).toContain('which imitates an address you paid');
    expect(emailText(alert)).toContain('The money is real.');
    expect(emailText(alert).toLowerCase()).not.toContain(imitation);
  });

  it('says nothing twice where its row marks spam: the warning of that says it', () => {
    const marked = transferAlert({
      lookalike: lookalikeOf(),
      verdict: lure,
      watch: { spam: 'mark' },
      transfer: { from: { address: imitation, label: null } },
    });
    expect(subjectText(marked)).toMatch(/^Likely spam: /);
    expect(subjectText(marked)).not.toContain('imitates');
  });
});

describe('a warning that speaks for others too', () => {
  it.each([1, 597, 1_997, 9_999])('says how many in each text: %i', (others) => {
    const warning = poisoningAlert({ others });
    const count = others.toLocaleString('en');
    expect(smsText(warning)).toContain(`; ${others} more.`);
    expect(subjectText(warning)).toContain(`; ${count} more`);
    expect(emailText(warning)).toContain(`${count} more address`);
    expect(alertLine(warning)).toContain(`and ${count} more`);
  });

  it('fits its lines whatever the addresses and the name', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.integer({ min: 0, max: 99_999 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 19 }),
        (label, others, samePrefix, sameSuffix) => {
          const digits = '8'.repeat(40 - samePrefix - sameSuffix);
          const address = `${exchange.slice(0, 2 + samePrefix)}${digits}${exchange.slice(42 - sameSuffix)}`;
          const warning = poisoningAlert({
            watch: { label },
            others,
            lookalike: lookalikeOf({ address: parseAddress(address), samePrefix, sameSuffix }),
          });
          expect(smsText(warning).length).toBeLessThanOrEqual(140);
          expect(subjectText(warning).length).toBeLessThanOrEqual(100);
          expect(smsText(warning)).toMatch(/ (Never copy addresses( from history)?|Copy neither)\.$/);
        },
      ),
    );
  });
});
