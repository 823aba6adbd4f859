import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { Alert } from '../../../functions/alert/alert.ts';
import { emailText } from '../../../functions/alert/email/email.ts';
import { toSnsMessage } from '../../../functions/alert/publish.ts';
import { sentence, smsText, subjectText } from '../../../functions/alert/text/sentence.ts';
import { asciiStyle } from '../../../functions/alert/text/style.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { alertLine } from '../../../lib/alert-line.ts';
import {
  exchange,
  fromImitation,
  imitation,
  lookalikeOf,
  lure,
  pairVerdict,
  party,
  poisoningAlert,
  revertedAlert,
  toImitation,
  transferAlert,
  treasury,
} from '../../support/alerts.ts';
import { forAll } from '../../support/for-all.ts';
import { hostileText } from '../hostile-text.ts';

/** 12,500.5 USDC sent to an imitation of the exchange. */
function shout(over: Parameters<typeof transferAlert>[0] = {}) {
  return transferAlert({ lookalike: lookalikeOf(), ...over, transfer: { ...toImitation, ...over.transfer } });
}

const runs = { numRuns: inject('thorough') ? 200 : 30 };
/** SNS refuses a longer subject, at every try; an SMS has one segment. */
function expectFits(alert: Alert) {
  expect(subjectText(alert).length).toBeLessThanOrEqual(100);
  expect(smsText(alert).length).toBeLessThanOrEqual(140);
}
const hostileValue = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n });
const hostileDecimals = fc.constantFrom(null, 0, 6, 255);
const firstLine = (alert: Alert) => emailText(alert).split('\n')[0] ?? '';

describe('money sent to an imitation', () => {
  it('is the story of subject, SMS and first line', () => {
    expect(subjectText(shout())).toBe(
      'You may have paid a SCAMMER: Treasury sent 12,500.5 USDC on eth to one that imitates a payee',
    );
    expect(smsText(shout())).toBe(
      'You may have paid a SCAMMER: Treasury sent 12,500.5 USDC on eth to 0x28c6(0000..)1d60, which imitates one you paid. Call Circle at once.',
    );
    expect(firstLine(shout())).toBe(subjectText(shout()));
  });

  it.each(['Treasury of the DAO', 'W'.repeat(64)])(
    'says in an SMS whom to call, whatever the label: %s',
    (label) => {
      const sms = smsText(
        transferAlert({ transfer: toImitation, lookalike: lookalikeOf(), watch: { label } }),
      );
      expect(sms).toMatch(
        /^You may have paid a SCAMMER: .* sent 12,500\.5 USDC .* imitates .*\. Call Circle at once\.$/,
      );
      expect(sms.length).toBeLessThanOrEqual(140);
    },
  );

  it('does not say how long the wallet was dormant, so that whom to call comes first', () => {
    const slept = { ...shout(), dormantDays: 120 };
    expect(sentence(slept, asciiStyle, 280, 'with reason')).toBe(
      sentence(shout(), asciiStyle, 280, 'with reason'),
    );
    expect(smsText(slept)).toBe(smsText(shout()));
  });

  it('is reported with what to do at once and the link before any fact', () => {
    const email = emailText(shout());
    const facts = email.indexOf('\nAmount: ');
    for (const said of ['freeze', 'Circle', 'exchange', shout().transfer.explorerUrl ?? '?']) {
      expect(email.indexOf(said)).toBeGreaterThan(0);
      expect(email.indexOf(said)).toBeLessThan(facts);
    }
    // Those who can stop the money ask for the receiver's address; neither address can be copied elsewhere.
    const copies = email
      .toLowerCase()
      .split('\n')
      .filter((line) => line.includes(imitation));
    expect(copies).toEqual([`to: ${imitation} (the imitation above)`]);
    expect(email.toLowerCase()).not.toContain(exchange);
    for (const line of email.split('\n')) expect(line.length).toBeLessThanOrEqual(99);
  });

  it('says so even if its verdict is spam, and under any policy', () => {
    for (const spam of ['hide', 'mark', 'show'] as const) {
      const { Subject, Message } = toSnsMessage({ alert: shout({ verdict: lure, watch: { spam } }) });
      const { email, sms } = JSON.parse(Message);
      for (const text of [Subject, sms, email.split('\n')[0]]) {
        expect(text).toContain('imitates');
        expect(text).not.toMatch(/spam/i);
      }
    }
  });

  it('says so in every line whatever others wrote, and keeps to their lengths', () =>
    forAll(
      [
        hostileText,
        hostileText,
        hostileValue,
        hostileDecimals,
        fc.integer({ min: 3, max: 20 }),
        fc.integer({ min: 3, max: 19 }),
      ],
      (text, label, value, decimals, samePrefix, sameSuffix) => {
        const alert = shout({
          watch: { label },
          transfer: { value, to: { address: imitation, label: text } },
          token: { name: text, symbol: text, decimals },
          lookalike: lookalikeOf({ samePrefix, sameSuffix }),
        });
        expectFits(alert);
        for (const said of [subjectText(alert), smsText(alert), firstLine(alert), alertLine(alert)])
          expect(said).toContain('imitates');
      },
      runs,
    ));

  it('is shown in a terminal so that it cannot be copied', () => {
    const line = alertLine(shout());
    expect(line).toContain('imitates');
    expect(line.toLowerCase()).not.toContain(imitation);
  });

  it('says so if the chain drops it again', () => {
    const taken = revertedAlert({ transfer: toImitation, lookalike: lookalikeOf() });
    expect(subjectText(taken)).toMatch(/^Cancelled: .*imitates/);
  });
});

describe('money sent to one of a pair', () => {
  const toPair = (over: Parameters<typeof transferAlert>[0] = {}) =>
    transferAlert({ verdict: pairVerdict, ...over, transfer: { ...toImitation, ...over.transfer } });

  it('is the story of subject, SMS and first line, and neither address is vouched for', () => {
    expect(subjectText(toPair())).toBe(
      'Treasury sent 12,500.5 USDC to one that looks like another; neither was paid: compare every digit',
    );
    expect(firstLine(toPair())).toBe(subjectText(toPair()));
    expect(smsText(toPair())).toBe(
      'Treasury sent 12,500.5 USDC on eth to 0x28c6(0000..)1d60, which looks like another; neither was paid in a known token: compare every digit',
    );
    const email = emailText(toPair()).toLowerCase();
    for (const address of [imitation, exchange]) expect(email).not.toContain(address);
  });

  it('says so in every line whatever others wrote, and keeps to their lengths', () =>
    forAll(
      [hostileText, hostileValue, hostileDecimals, fc.constantFrom('in', 'out'), fc.boolean()],
      (text, value, decimals, direction, verified) => {
        const from = { from: party(imitation, text) };
        const alert = toPair({
          watch: { label: text },
          transfer: { value, direction, ...(direction === 'in' ? from : {}) },
          token: { name: text, symbol: text, decimals, verified, address: treasury },
        });
        const lines = [subjectText(alert), smsText(alert), firstLine(alert), alertLine(alert)];
        expectFits(alert);
        for (const said of lines) {
          expect(said).toMatch(/look(s like| alike|-alikes)/);
          expect(said).toContain('neither was paid');
          expect(said).not.toMatch(/imitat|you paid/);
        }
        const shouts = direction === 'out' && verified ? lines.slice(0, 3) : [];
        for (const said of shouts) expect(said).toContain('compare every digit');
      },
      runs,
    ));

  it('shows no address that can be copied if its row marks what came in as spam', () => {
    const marked = toPair({
      watch: { spam: 'mark' },
      verdict: { ...pairVerdict, spam: true, score: 200 },
      transfer: { direction: 'in', from: { address: imitation, label: null } },
    });
    expect(firstLine(marked)).toMatch(/^Likely spam: The other address looks like another one: /);
    const email = emailText(marked).toLowerCase();
    for (const address of [imitation, exchange]) expect(email).not.toContain(address);
    // Advice to trust the token would not help here.
    expect(email).not.toContain('trusttokens');
  });
});

describe('money that came from an imitation', () => {
  const alert = transferAlert({
    lookalike: lookalikeOf(),
    transfer: fromImitation,
  });

  it('is reported with what its sender is', () => {
    for (const said of [subjectText(alert), smsText(alert), firstLine(alert), alertLine(alert)])
      expect(said).toMatch(/received|^in /);
    for (const said of [subjectText(alert), smsText(alert), firstLine(alert)])
      expect(said).toContain('which imitates one you paid');
    expect(emailText(alert)).toContain('The money is real.');
    expect(emailText(alert).toLowerCase()).not.toContain(imitation);
  });

  it('repeats nothing if its row marks spam, because the warning says it', () => {
    const marked = transferAlert({
      lookalike: lookalikeOf(),
      verdict: lure,
      watch: { spam: 'mark' },
      transfer: fromImitation,
    });
    expect(subjectText(marked)).toMatch(/^Likely spam: /);
    expect(subjectText(marked)).not.toContain('imitates');
  });
});

describe('a payment with a lookalike that the chain drops again', () => {
  it('keeps the amount in its subject, and no advice on what does not count', () => {
    expect(subjectText(revertedAlert({ verdict: pairVerdict, transfer: toImitation }))).toBe(
      'Cancelled: Treasury sent 12,500.5 USDC on eth to one that looks like another',
    );
    expect(smsText(revertedAlert({ verdict: pairVerdict, transfer: toImitation }))).toBe(
      'Cancelled: Treasury sent 12,500.5 USDC on eth to 0x28c6(0000..)1d60, which looks like another; neither was paid in a known token',
    );
  });

  it('fits its lines whatever others wrote, and says what the other side is', () =>
    forAll(
      [hostileText, hostileValue, hostileDecimals, fc.constantFrom(toImitation, fromImitation), fc.boolean()],
      (text, value, decimals, way, proven) => {
        const alert = revertedAlert({
          ...(proven ? { lookalike: lookalikeOf() } : { verdict: pairVerdict }),
          watch: { label: text },
          transfer: { ...way, value },
          token: { name: text, symbol: text, decimals, address: treasury, verified: null },
        });
        expectFits(alert);
        for (const said of [subjectText(alert), smsText(alert), firstLine(alert)]) {
          expect(said).toMatch(/^Cancelled: /);
          expect(said).toMatch(proven ? /imitat/ : /looks like|look-alikes/);
        }
      },
      runs,
    ));

  it.each([
    [toImitation, 'sent an unverified token to an address that imitates one you paid', true],
    [toImitation, 'sent an unverified token to one that looks like another', false],
    [{}, 'received an unverified token from an address that imitates one you paid', true],
    [{}, 'received an unverified token from one of two look-alikes', false],
  ])('says only that if there is no room for an amount: %#', (way, said, proven) => {
    const alert = revertedAlert({
      ...(proven ? { lookalike: lookalikeOf() } : { verdict: pairVerdict }),
      transfer: { from: { address: imitation, label: null }, ...way, value: 2n ** 256n - 1n },
      token: { symbol: 'ETHEREUM CLASSIC', name: null, decimals: null, address: treasury, verified: null },
    });
    expect(sentence(alert, asciiStyle, 99, 'short')).toMatch(/^Cancelled: Treasury /);
    expect(sentence(alert, asciiStyle, 50, 'short')).toBe(`Cancelled: Treasury ${said}`);
  });
});

describe('a warning that also counts further ones', () => {
  it.each([1, 597, 1_997, 9_999])('says how many in each text: %i', (others) => {
    const warning = poisoningAlert({ others });
    const count = others.toLocaleString('en');
    expect(smsText(warning)).toContain(`; ${others} more.`);
    expect(subjectText(warning)).toContain(`; ${count} more`);
    expect(emailText(warning)).toContain(`${count} more address`);
    expect(alertLine(warning)).toContain(`and ${count} more`);
  });

  it('fits its lines whatever the addresses and the name', () =>
    forAll(
      [
        hostileText,
        fc.integer({ min: 0, max: 99_999 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 19 }),
        fc.boolean(),
      ],
      (label, others, samePrefix, sameSuffix, proven) => {
        const digits = '8'.repeat(40 - samePrefix - sameSuffix);
        const address = `${exchange.slice(0, 2 + samePrefix)}${digits}${exchange.slice(42 - sameSuffix)}`;
        const warning = poisoningAlert({
          watch: { label },
          others,
          lookalike: lookalikeOf({ address: parseAddress(address), proven, samePrefix, sameSuffix }),
        });
        expectFits(warning);
        expect(smsText(warning)).toMatch(/ (Never copy addresses( from history)?|(Copy|Trust) neither)\.$/);
        if (!proven) expect(smsText(warning)).toContain('neither was paid in a known token');
      },
      runs,
    ));
});
