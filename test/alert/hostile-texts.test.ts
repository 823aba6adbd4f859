import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { emailText } from '../../functions/alert/email/email.ts';
import { walletName } from '../../functions/alert/text/parts/names.ts';
import { smsText, subjectText } from '../../functions/alert/text/sentence.ts';
import { asciiStyle, factNames } from '../../functions/alert/text/style.ts';
import { type Address, parseAddress } from '../../functions/chain/address.ts';
import { alertLine } from '../../lib/alert-line.ts';
import {
  coinOf,
  describedTransfer,
  digestAlert,
  exchange,
  imitation,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  usdc,
  watchingAlert,
} from '../support/alerts.ts';
import { forAll } from '../support/for-all.ts';
import { hostileText } from './hostile-text.ts';
import { invisibleIn, linksIn } from './links-in.ts';

const text = fc.option(hostileText);
const hostileParts = fc
  .record({
    label: text,
    name: text,
    symbol: text,
    other: text,
    detail: hostileText,
    coin: text,
    spam: fc.boolean(),
    direction: fc.constantFrom('in', 'out', 'self'),
    value: fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.constant(2n ** 256n - 1n)),
    decimals: fc.option(fc.oneof(fc.constantFrom(0, 6, 18, 255), fc.integer({ min: 0, max: 255 }))),
    address: fc.constantFrom(exchange, null),
    contract: fc.constantFrom(usdc, imitation, exchange),
    verified: fc.constantFrom(true, false, null),
  })
  .map((parts) => {
    const { label, name, symbol, coin: called, direction, value, decimals, verified } = parts;
    const side = { address: parts.address, label: parts.other };
    const coin = coinOf({ name: called, symbol: called, decimals: null });
    return {
      watch: { label },
      transfer: { direction, value, from: side, to: side, coin },
      token: { address: parts.contract, name, symbol, decimals, verified },
      verdict: { spam: parts.spam, score: 1, reasons: [{ rule: 'rule', detail: parts.detail }] },
    };
  });
const hostileTransfer = fc.oneof(
  hostileParts.map((parts) => transferAlert(parts)),
  hostileParts.map((parts) => revertedAlert(parts)),
);
const hostileDigest = fc
  .tuple(fc.array(hostileParts, { minLength: 1, maxLength: 12 }), fc.nat({ max: 5_000 }))
  .map(([parts, hidden]) => {
    const transfers = parts.map(({ transfer, token }) => describedTransfer(transfer, token));
    return digestAlert({ ...parts[0], transfers, hidden });
  });
/** Imitations of every quality: they share this many digits with the exchange at each end. */
const hostilePoisoning = fc
  .tuple(hostileParts, fc.nat({ max: 20 }), fc.nat({ max: 19 }))
  .map(([parts, samePrefix, sameSuffix]) => {
    const address = imitationOf(samePrefix, sameSuffix);
    const from = { ...parts.transfer.from, address };
    return poisoningAlert({
      ...parts,
      transfer: { ...parts.transfer, from },
      lookalike: { address, samePrefix, sameSuffix },
    });
  });

const inexact = / (about (\de\d+|[\d,.]+(\.\.\. \(\d+ digits\))?)|less than 0\.00000001) /;

function imitationOf(prefix: number, suffix: number): Address {
  const digits = Array.from(exchange.slice(2), (digit, i) =>
    i < prefix || i >= 40 - suffix ? digit : (15 - Number.parseInt(digit, 16)).toString(16),
  );
  return parseAddress(`0x${digits.join('')}`);
}

const hostileAlert: fc.Arbitrary<Alert> = fc.oneof(
  { arbitrary: hostileTransfer, weight: 5 },
  { arbitrary: hostileDigest, weight: 3 },
  { arbitrary: hostilePoisoning, weight: 3 },
  fc
    .tuple(text, fc.option(fc.nat({ max: Number.MAX_SAFE_INTEGER })))
    .map(([label, fromBlock]) => watchingAlert({ label }, fromBlock)),
);

/** The first twelve characters, of which the last three may say that the name goes on. */
const startOf = (name: string) => name.slice(0, 9).trimEnd();

/** Letters that are in ASCII and in the basic GSM-7 table. */
const gsmAscii = /^[A-Za-z0-9 @$_!"#%&'()*+,\-./:;<=>?]+$/;
const runs = { numRuns: inject('thorough') ? 300 : 25 };

/** Number of links to the explorer: one for each transfer in the email, and the wallet's page for a digest. */
function linksOf(alert: Alert): number {
  return 1 + (alert.type === 'transfers.digest' ? alert.digest.largest.length : 0);
}

function holds<One>(name: string, alerts: fc.Arbitrary<One>, check: (alert: One) => void): void {
  it(name, () => forAll([alerts], check, runs));
}

describe('guarantee 7: whatever others wrote', () => {
  holds('an SMS is one segment of at most 140 characters without links', hostileAlert, (alert) => {
    const sms = smsText(alert);
    expect(sms.length).toBeLessThanOrEqual(140);
    expect(sms).toMatch(gsmAscii);
    expect(sms.trim()).toBe(sms);
    expect(linksIn(sms)).toEqual([]);
  });

  holds(
    'an SMS has the wallet and the exact digits, or says that the digits are not exact',
    hostileTransfer,
    (alert) => {
      const sms = smsText(alert);
      const name = walletName(alert.wallet, asciiStyle);
      expect(sms).toContain(startOf(name));
      const exact = sms.replaceAll(',', '').includes(` ${alert.transfer.amount ?? alert.transfer.value} `);
      expect(exact || inexact.test(sms)).toBe(true);
      const spam = alert.verdict?.spam ? 'Likely spam: ' : '';
      expect(sms.startsWith(spam)).toBe(true);
      expect(sms.includes('Cancelled')).toBe(alert.type === 'transfer.reverted');
    },
  );

  holds(
    'an SMS of a digest has the wallet, the count and a sum: exact, or marked as not exact',
    hostileDigest,
    (alert) => {
      const { count, totals } = alert.digest;
      const sms = smsText(alert);
      expect(sms).toContain(startOf(walletName(alert.wallet, asciiStyle)));
      expect(sms).toMatch(new RegExp(` ${count} transfers?\\b`));
      const plain = sms.replaceAll(',', '');
      const exact = totals.some(({ amount, value }) => plain.includes(` ${amount ?? value} `));
      expect(exact || inexact.test(sms)).toBe(true);
    },
  );

  holds(
    'an SMS of a poisoning warning has the wallet, both ends of both addresses and the advice',
    hostilePoisoning,
    (alert) => {
      const sms = smsText(alert);
      const name = walletName(alert.wallet, asciiStyle).slice(0, 8).trimEnd();
      expect([name, asciiStyle.address(alert.wallet.address)].some((one) => sms.includes(one))).toBe(true);
      expect(sms).toMatch(
        /^Scam attempt(?:, nothing lost)?: .*0x\S+ imitates (?:0x\S+,|an address) paid by .*\. Copy neither\.$/,
      );
      const subject = subjectText(alert);
      expect(subject).toMatch(
        /^Scam attempt(, nothing lost)?: 0x\S+ imitates (an address|0x\S+,) paid by .+$/,
      );
    },
  );

  holds('a subject is one that SNS takes, without links', hostileAlert, (alert) => {
    const subject = subjectText(alert);
    expect(subject.length).toBeLessThanOrEqual(100);
    expect(subject).toMatch(/^[\x21-\x7e][\x20-\x7e]*$/);
    expect(linksIn(subject)).toEqual([]);
  });

  holds('a terminal gets one line without links or escapes', hostileAlert, (alert) => {
    const line = alertLine(alert);
    expect(invisibleIn(line)).toEqual([]);
    expect(linksIn(line)).toEqual([]);
  });

  holds('an email has its own lines only, under 100 characters, and its own links', hostileAlert, (alert) => {
    const email = emailText(alert);
    expect(invisibleIn(email.replaceAll('\n', ''))).toEqual([]);
    const lines = email.split('\n');
    for (const line of lines) {
      expect(line.length).toBeLessThan(100);
      if (!/^https:\/\/etherscan\.io\/(tx|address)\/0x/.test(line)) expect(linksIn(line)).toEqual([]);
    }
    for (const name of factNames) {
      // At any line break of a phone.
      const told = email.match(new RegExp(`(?<=^|\\s)${name}:`, 'gm')) ?? [];
      expect(told.length, name).toBeLessThanOrEqual(1);
    }
    expect(email.match(/https?:/g)?.length ?? 0).toBe(linksOf(alert));
  });
});
