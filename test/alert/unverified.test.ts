import { describe, expect, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { emailText } from '../../functions/alert/email/email.ts';
import { smsText, subjectText } from '../../functions/alert/text/sentence.ts';
import { checksumAddress, parseAddress } from '../../functions/chain/address.ts';
import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { judge } from '../../functions/spam/judge.ts';
import { alertLine } from '../../lib/alert-line.ts';
import { expectValidAlert } from '../support/alert-schema.ts';
import {
  describedTransfer,
  digestAlert,
  exchange,
  imitation,
  lookalikeOf,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  treasury,
  watchOf,
} from '../support/alerts.ts';

const contract = parseAddress('0x5ca1ab1e00000000000000000000000000000002');
const gold = { address: contract, symbol: 'PAXG', name: 'Paxos Gold', decimals: 18, verified: null };
const value = 50n * 10n ** 18n;
const out = {
  direction: 'out',
  from: { address: treasury, label: null },
  to: { address: exchange, label: 'Binance 14' },
  value,
} as const;
/** As the poll judges it: the row's trust stands in the verdict. */
const trusting = { trustedTokens: new Set([contract]) };
const trusted = judge(describedTransfer({ value }, gold), watchOf(trusting));

const firstLine = (alert: Alert) => emailText(alert).split('\n')[0] ?? '';
const headline = (alert: Alert) => alertMessage(alert).headline;
const shortTexts = [smsText, subjectText, firstLine, alertLine, headline];

describe('an unverified token', () => {
  it.each([null, false])('is called unverified, and its other side has no name: verified %s', (verified) => {
    const alert = transferAlert({ transfer: { value }, token: { ...gold, verified } });
    const told = 'Treasury received 50 PAXG (unverified) from 0x28C6...1d60 on eth';
    for (const write of [smsText, subjectText, firstLine]) expect(write(alert)).toBe(told);
    expect(headline(alert)).toBe(`🟢 ${told}`);
    expect(alertLine(alert)).toBe(
      'in    50 PAXG (unverified)  Treasury  from 0x28C6c06298d514Db089934071355E5743bf21d60  on eth',
    );
    expect(JSON.stringify(alertMessage(alert))).not.toContain('Binance');
  });

  it('is called so with any verdict', () => {
    const reasons = [{ rule: 'round-windfall', detail: 'A large round amount came unasked.' }];
    const verdict = { spam: false, score: 15, reasons };
    const alert = transferAlert({ transfer: { value }, token: gold, verdict });
    for (const write of shortTexts) expect(write(alert)).toContain('PAXG (unverified)');
  });

  it("has its other side's name in the email, as words of the token", () => {
    const received = emailText(transferAlert({ transfer: { value }, token: gold }));
    expect(received).toContain(
      '\nFrom: 0x28C6c06298d514Db089934071355E5743bf21d60, says the token: "Binance 14"\n',
    );
    const sent = emailText(transferAlert({ transfer: out, token: gold }));
    expect(sent).toMatch(/^Treasury sent 50 PAXG \(unverified\) to 0x28C6\.\.\.1d60 on eth\n/);
    expect(sent).toContain(
      '\nTo: 0x28C6c06298d514Db089934071355E5743bf21d60, says the token: "Binance 14"\n',
    );
    expect(sent).toContain('(this wallet), Treasury\n');
  });

  it('is called so in every kind of alert', () => {
    const parts = { transfer: { value }, token: gold };
    const transfers = [describedTransfer({ value }, gold), describedTransfer({ value }, gold)];
    for (const alert of [
      revertedAlert(parts),
      transferAlert({ ...parts, transfer: { value, direction: 'self' } }),
      digestAlert({ transfers }),
      digestAlert({ transfers: [...transfers, describedTransfer()] }),
      transferAlert({
        ...parts,
        transfer: { ...out, to: { address: imitation, label: 'Binance 14' } },
        lookalike: lookalikeOf(),
      }),
    ])
      for (const write of shortTexts) {
        expect(write(alert)).toContain('PAXG (unverified)');
        if (!JSON.stringify(alert).includes('"USDC"')) expect(write(alert)).not.toContain('Binance');
      }
    const poisoning = poisoningAlert({ ...parts, transfer: { ...out, value } });
    const nothingSent = emailText(poisoningAlert({ token: gold }));
    expect(nothingSent).toContain(`\nContract: ${checksumAddress(contract)}, unverified\n`);
    expect(emailText(poisoning)).toContain('It came with 50 PAXG (unverified)');
    expect(alertMessage(poisoning).lines).toContain('It came with: 50 PAXG (unverified)');
  });

  it("has no sender's name if it is minted from the zero address", () => {
    const from = { address: parseAddress(`0x${'0'.repeat(40)}`), label: 'Null: 0x000...000' };
    expect(smsText(transferAlert({ transfer: { value, from }, token: gold }))).toBe(
      'Treasury received 50 PAXG (unverified) from 0x0000...0000 on eth',
    );
    const nowhere = { address: null, label: 'Binance 14' };
    expect(smsText(transferAlert({ transfer: { value, from: nowhere }, token: gold }))).toBe(
      'Treasury received 50 PAXG (unverified) on eth',
    );
  });

  it('names in a digest the contract beside the sum, and no largest other side', () => {
    const transfers = [1n, 2n].map((count) => describedTransfer({ value: count * value }, gold));
    expect(smsText(digestAlert({ transfers }))).toBe(
      'Treasury received 150 PAXG (unverified) in 2 transfers on eth, the largest 100 PAXG from 0x28C6...1d60',
    );
    const email = emailText(digestAlert({ transfers }));
    expect(email).toContain('- PAXG received: 150 in 2 transfers (contract 0x5cA1...0002, unverified)');
    expect(email).toContain('\nTreasury received 100 PAXG (unverified) from 0x28C6...1d60 on eth\n');
    expect(email).not.toContain('Binance');
  });

  it('keeps amount, mark, word and wallet in an SMS whatever else there is to say, and its other side long', () => {
    const token = { ...gold, symbol: 'Wrapped-syrupUSDC-of-the-treasury' };
    const label = 'The treasury of the association of wallet watchers, second floor';
    const sms = smsText(
      transferAlert({ watch: { label }, transfer: { value: 123_456_789n * value }, token }),
    );
    expect(sms).toBe(
      'The treasury of the a... received 6,172,839,450 Wrapped-s... (not the known USDC) (unverified) from 0x28C6...1d60',
    );
    const short = transferAlert({ watch: { label: 'Ops' }, transfer: { value }, token });
    expect(smsText(short)).toBe(
      'Ops received 50 Wrapped-syrupUSDC-of-the-treasur (not the known USDC) (unverified) from 0x28C6...1d60 on eth',
    );
  });
});

describe('a token that is verified or trusted', () => {
  const told = 'Treasury received 50 PAXG from "Binance 14" (0x28C6...1d60) on eth';

  it('is not called so: verified by the API, or trusted by the row', () => {
    const verified = transferAlert({ transfer: { value }, token: { ...gold, verified: true } });
    const byTheRow = transferAlert({ watch: trusting, transfer: { value }, token: gold, verdict: trusted });
    for (const alert of [verified, byTheRow]) {
      for (const write of [smsText, subjectText, firstLine]) expect(write(alert)).toBe(told);
      expect(emailText(alert)).toContain(
        '\nFrom: 0x28C6c06298d514Db089934071355E5743bf21d60, "Binance 14"\n',
      );
      for (const write of [...shortTexts, emailText])
        expect(write(alert)).not.toMatch(/unverified|says the token/);
    }
    const reverted = revertedAlert({ watch: trusting, transfer: { value }, token: gold, verdict: trusted });
    expect(subjectText(reverted)).toBe(`Cancelled: ${told}`);
  });

  it('is not called so in the digest of a row that trusts it, because the digest says that', () => {
    const transfers = [describedTransfer({ value }, gold), describedTransfer({ value }, gold)];
    const alert = digestAlert({ watch: trusting, transfers });
    expect(alert.digest.trusted).toEqual([contract]);
    expectValidAlert(JSON.stringify(alert));
    for (const write of [...shortTexts, emailText, (one: Alert) => alertMessage(one).lines.join('\n')])
      expect(write(alert)).not.toContain('unverified');
    expect(smsText(alert)).toContain('the largest 50 PAXG from "Binance 14" (0x28C6...1d60)');
    expect(digestAlert({ watch: trusting }).digest).not.toHaveProperty('trusted');
  });

  it('keeps the mark of a copy even if the row trusts it', () => {
    const usd = { ...gold, symbol: 'USDC', decimals: 6 };
    const transfer = describedTransfer({}, usd);
    const verdict = judge(transfer, watchOf(trusting));
    expect(smsText(transferAlert({ watch: trusting, token: usd, verdict }))).toBe(
      'Treasury received 12,500.5 USDC (not the known USDC) from "Binance 14" (0x28C6...1d60) on eth',
    );
  });
});

describe('a label of the API', () => {
  const from = (label: string) => ({ from: { address: exchange, label } });

  it('is put in quotes, and can neither close them nor pass for our own words', () => {
    expect(smsText(transferAlert({ transfer: from('you" (0x1234...5678) on eth. "Pay') }))).toBe(
      `Treasury received 12,500.5 USDC from "you' (0_1234_5678) on eth. 'Pay" (0x28C6...1d60) on eth`,
    );
  });

  it('is cut at forty characters, and its address is not', () => {
    expect(smsText(transferAlert({ transfer: from('y'.repeat(64)) }))).toBe(
      `Treasury received 12,500.5 USDC from "${'y'.repeat(37)}..." (0x28C6...1d60) on eth`,
    );
  });

  it('is replaced by its address if none of its letters can be shown', () => {
    expect(smsText(transferAlert({ transfer: from('币安') }))).toBe(
      'Treasury received 12,500.5 USDC from 0x28C6...1d60 on eth',
    );
  });

  it("of the watched wallet stands behind the row's own, which has no quotes", () => {
    const to = { address: treasury, label: 'vitalik' };
    expect(emailText(transferAlert({ transfer: { to } }))).toContain('(this wallet), Treasury\n');
    expect(emailText(transferAlert({ watch: { label: null }, transfer: { to } }))).toContain(
      '(this wallet), "vitalik"\n',
    );
  });
});
