import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { Alert } from '../../../functions/alert/alert.ts';
import { emailText } from '../../../functions/alert/email/email.ts';
import { toSnsMessage } from '../../../functions/alert/publish.ts';
import { smsText, subjectText } from '../../../functions/alert/text/sentence.ts';
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

// The books show these alerts' texts; the tests here hold for any text of others.

const proven = { lookalike: lookalikeOf() };
const pair = { verdict: pairVerdict };
const runs = { numRuns: inject('thorough') ? 200 : 4 };
const hostileValue = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n });
const hostileDecimals = fc.constantFrom(null, 0, 6, 255);
const digitsAlike = [fc.integer({ min: 3, max: 20 }), fc.integer({ min: 3, max: 19 })] as const;
const firstLine = (alert: Alert) => emailText(alert).split('\n')[0] ?? '';
const linesOf = (alert: Alert) => [subjectText(alert), smsText(alert), firstLine(alert), alertLine(alert)];
/** SNS refuses a longer subject at every try; an SMS has one segment. */
function expectFits(alert: Alert) {
  expect(subjectText(alert).length).toBeLessThanOrEqual(100);
  expect(smsText(alert).length).toBeLessThanOrEqual(140);
}

describe('money sent to an imitation', () => {
  it(`is reported without an address to copy, except the receiver's after "To"`, () => {
    const alert = transferAlert({ ...proven, transfer: toImitation });
    const lines = emailText(alert).toLowerCase().split('\n');
    expect(lines.filter((line) => line.includes(imitation))).toEqual([
      `to: ${imitation} (the imitation above)`,
    ]);
    expect(lines.join()).not.toContain(exchange);
    expect(alertLine(alert).toLowerCase()).not.toContain(imitation);
  });

  it.each(['hide', 'mark', 'show'] as const)(
    'says so even if its verdict is spam, under the policy %s',
    (spam) => {
      const alert = transferAlert({ ...proven, transfer: toImitation, verdict: lure, watch: { spam } });
      const { Subject, Message } = toSnsMessage(alert);
      const { email, sms } = JSON.parse(Message);
      for (const text of [Subject, sms, email.split('\n')[0]]) {
        expect(text).toContain('imitates');
        expect(text).not.toMatch(/spam/i);
      }
    },
  );

  it("says so in every line, within the lines' limits", () =>
    forAll(
      [hostileText, hostileText, hostileValue, hostileDecimals, ...digitsAlike],
      (text, label, value, decimals, samePrefix, sameSuffix) => {
        const alert = transferAlert({
          watch: { label },
          transfer: { ...toImitation, value, to: { address: imitation, label: text } },
          token: { name: text, symbol: text, decimals },
          lookalike: lookalikeOf({ samePrefix, sameSuffix }),
        });
        expectFits(alert);
        for (const said of linesOf(alert)) expect(said).toContain('imitates');
      },
      runs,
    ));
});

describe('money sent to, or received from, one of a pair', () => {
  it("says in every line that neither was paid, within the lines' limits", () =>
    forAll(
      [hostileText, hostileValue, hostileDecimals, fc.constantFrom('in', 'out'), fc.boolean()],
      (text, value, decimals, direction, verified) => {
        const from = { from: party(imitation, text) };
        const alert = transferAlert({
          ...{ ...pair, watch: { label: text } },
          transfer: { ...toImitation, value, direction, ...(direction === 'in' ? from : {}) },
          token: { name: text, symbol: text, decimals, verified, address: treasury },
        });
        expectFits(alert);
        for (const said of linesOf(alert)) {
          expect(said).toMatch(/look(s like| alike|-alikes)/);
          expect(said).toContain('neither was paid');
          expect(said).not.toMatch(/imitat|you paid/);
        }
        const shouts = direction === 'out' && verified ? linesOf(alert).slice(0, 3) : [];
        for (const said of shouts) expect(said).toContain('compare every digit');
      },
      runs,
    ));
});

describe('a transfer to or from a lookalike that the chain drops', () => {
  it("fits the lines' limits, and says what the other side is", () =>
    forAll(
      [hostileText, hostileValue, hostileDecimals, fc.constantFrom(toImitation, fromImitation), fc.boolean()],
      (text, value, decimals, way, isProven) => {
        const alert = revertedAlert({
          ...(isProven ? proven : pair),
          watch: { label: text },
          transfer: { ...way, value },
          token: { name: text, symbol: text, decimals, address: treasury, verified: null },
        });
        expectFits(alert);
        for (const said of [subjectText(alert), smsText(alert), firstLine(alert)]) {
          expect(said).toMatch(/^Cancelled: /);
          expect(said).toMatch(isProven ? /imitat/ : /looks like|look-alikes/);
        }
      },
      runs,
    ));
});

describe('a warning that also counts others', () => {
  it("fits the lines' limits, whatever the addresses and the name", () =>
    forAll(
      [
        ...[hostileText, fc.integer({ min: 0, max: 99_999 })],
        ...[fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 19 }), fc.boolean()],
      ] as const,
      (label, others, samePrefix, sameSuffix, isProven) => {
        const digits = '8'.repeat(40 - samePrefix - sameSuffix);
        const address = `${exchange.slice(0, 2 + samePrefix)}${digits}${exchange.slice(42 - sameSuffix)}`;
        const warning = poisoningAlert({
          ...{ watch: { label }, others },
          lookalike: { address: parseAddress(address), proven: isProven, samePrefix, sameSuffix },
        });
        expectFits(warning);
        expect(smsText(warning)).toMatch(/ (Never copy addresses( from history)?|(Copy|Trust) neither)\.$/);
        if (!isProven) expect(smsText(warning)).toMatch(/neither was paid by .+ in a known token/);
      },
      runs,
    ));
});
