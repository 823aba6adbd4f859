import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { emailText } from '../../functions/alert/email/email.ts';
import { smsText, subjectText } from '../../functions/alert/text/sentence.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { alertLine } from '../../lib/alert-line.ts';
import {
  describedTransfer,
  digestAlert,
  imitation,
  lure,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  usdc,
} from '../support/alerts.ts';
import { forAll } from '../support/for-all.ts';

const stranger = parseAddress('0x5ca1ab1e00000000000000000000000000000001');

function textsOf(alert: Alert): string[] {
  return [smsText(alert), subjectText(alert), emailText(alert), alertLine(alert)];
}

/** The texts without the marked form: any symbol left in them is bare. */
function bare(text: string, symbol: string, known = symbol): string {
  return text.replace(/\s+/g, ' ').replaceAll(`${symbol} (not the known ${known})`, '');
}

describe('a token that copies the symbol of a well-known one', () => {
  it('says so in every text, behind its symbol', () => {
    const alert = transferAlert({ token: { address: stranger, verified: null } });
    expect(smsText(alert)).toBe(
      'Treasury received 12,500.5 USDC (not the known USDC) (unverified) from 0x28C6...1d60 on eth',
    );
    expect(subjectText(alert)).toBe(smsText(alert));
    expect(alertLine(alert)).toContain('12,500.5 USDC (not the known USDC) (unverified)  Treasury');
    expect(emailText(alert)).toContain('\nAmount: 12,500.5 USDC (not the known USDC)\n');
    expect(emailText(alert)).toContain('\nToken: USD Coin (not the known USDC)\n');
  });

  it.each(['eth', 'fantom', 'sepolia', '0x7a69'])(
    'says so on %s, even if our list is incomplete there',
    (chain) => {
      const watch = { chain: findChain(chain) };
      for (const symbol of ['USDC', 'USDT', 'DAI', 'WETH', 'WBNB', 'WBTC', 'BUSD', 'EURC'])
        for (const verified of [null, false]) {
          const alert = transferAlert({
            watch,
            token: { address: stranger, symbol, name: 'Growth', verified },
          });
          for (const text of textsOf(alert)) {
            expect(text).toContain(`${symbol} (not the known ${symbol})`);
            expect(bare(text, symbol)).not.toContain(symbol);
          }
        }
    },
  );

  it('is not marked if the API has verified it, or its address is genuine', () => {
    for (const token of [
      { address: stranger, verified: true },
      { address: usdc, verified: null },
    ])
      for (const text of textsOf(transferAlert({ token }))) expect(text).not.toContain('not the known');
    const elsewhere = transferAlert({
      watch: { chain: findChain('polygon') },
      token: { address: usdc, verified: null },
    });
    expect(smsText(elsewhere)).toContain('USDC (not the known USDC)');
  });

  it.each([
    ['U S D C', '"U S D C" (not the known USDC)'],
    ['usdc', 'usdc (not the known USDC)'],
    ['USD\u0421', 'USD? (not the known USDC)'],
    ['U\u015aDC', 'U?DC (not the known USDC)'],
    ['US\u200bDC', 'USDC (not the known USDC)'],
    ['USDC.e', 'USDC.e (not the known USDC)'],
    ['USDC (the known USDC)', '"USDC (the known USDC)" (not the known USDC)'],
    ['USDC (not the known USDT)', '"USDC (not the known USDT)" (not the known USDC)'],
    ['USD\u20ae', 'USDT (not the known USDT)'],
  ])('is marked if its symbol only looks the same: %s', (symbol, shown) => {
    const sms = smsText(
      transferAlert({ token: { address: stranger, symbol, name: 'Growth', verified: null } }),
    );
    if (symbol !== 'USD\u20ae') expect(sms).toContain(`received 12,500.5 ${shown}`);
    else expect(sms).toContain('(not the known USDT)');
  });

  it('is marked by its name if the symbol is missing', () => {
    const token = { address: stranger, symbol: null, name: 'Tether USD', verified: null };
    expect(smsText(transferAlert({ token }))).toContain(
      '12,500.5 "Tether USD" (not the known USDT) (unverified) from',
    );
  });

  it.each(['USDC\u00ba', 'USDC\u00b2', '\u00aaUSDC'])(
    'is marked in texts of all letters if a raised letter or digit stands beside it: %s',
    (symbol) => {
      const token = { address: stranger, symbol, name: 'Growth', verified: null };
      expect(alertLine(transferAlert({ token }))).toContain('(not the known USDC)');
    },
  );

  it.each([
    // Characters that an SMS can't show: a space stands for them, or nothing.
    ['USDC\u00d7', 'USDC (not the known USDC)'],
    ['\u00a2USDC', 'USDC (not the known USDC)'],
    ['USDC\u00a5', 'USDC (not the known USDC)'],
    ['WE\u20dfTH', 'WETH (not the known WETH)'],
    ['\u20acC', 'EURC (not the known EURC)'],
    ['USDC\u00c9', 'USDC? (not the known USDC)'],
    // A word of it.
    ['USDC-refund', 'USDC-refund (not the known USDC)'],
    ['nativeUSDT', 'nativeUSDT (not the known USDT)'],
    ['aWETH', 'aWETH (not the known WETH)'],
    ['USDeBack', 'USDeBack (not the known USDe)'],
    ['usdt.refund', '"usdt(.)refund" (not the known USDT)'],
    ['(DAI)', '"(DAI)" (not the known DAI)'],
    ['WBTC_2', 'WBTC_2 (not the known WBTC)'],
    ['refund of WBNB', '"refund of WBNB" (not the known WBNB)'],
    ['1000USDC', '"1000USDC" (not the known USDC)'],
    ['U S D C back', '"U S D C back" (not the known USDC)'],
  ])('is marked if a text that is sent shows it: %s', (symbol, shown) => {
    const alert = transferAlert({ token: { address: stranger, symbol, name: 'Growth', verified: null } });
    expect(smsText(alert)).toContain(`received 12,500.5 ${shown} (unverified)`);
    expect(subjectText(alert)).toContain(shown);
  });

  it.each([
    'DAIxxxxxxxxxxxxxxxxxxx',
    'MIMxxxxxxxxxxxxxxxxxxx',
    'USDTxxxxxxxxxxxxxxxxxx',
    'WMATICxxxxxxxxxxxxxxxx',
  ])('is marked if cutting a long symbol produces it: %s', (symbol) => {
    const token = { address: stranger, symbol, name: 'Growth', verified: null, decimals: 18 };
    for (let digits = 1; digits < 77; digits += 1)
      for (const label of ['T', 'x'.repeat(64)]) {
        const transfer = { value: BigInt('7'.repeat(digits)) };
        const subject = subjectText(transferAlert({ watch: { label }, transfer, token, verdict: lure }));
        if (!/(DAI|MIM|USDT|WMATIC)[^x]/.test(subject)) continue;
        expect(subject).toMatch(/(DAI|MIM|USDT|WMATIC)\.\.\. \(not the known \1\)/);
      }
  });

  it('differs within one text from a token whose symbol begins alike', () => {
    const called = (symbol: string, digit: string) =>
      describedTransfer({}, { address: parseAddress(`0x${digit.repeat(40)}`), symbol, verified: null });
    const sms = smsText(digestAlert({ transfers: [called('Gold', '1'), called('GolUSDC', '2')] }));
    expect(sms).toContain('12,500.5 Gold (unverified)');
    expect(sms).toContain('12,500.5 GolUSDC (not the known USDC) (unverified)');
  });

  it('leaves the symbol of every other token alone', () => {
    for (const symbol of ['LINK', 'PEPE', 'DALE', 'USD3', 'PAXG', 'BNDL', 'USDC2', 'WETHER']) {
      const token = { address: stranger, symbol, name: 'Growth', verified: null };
      for (const text of textsOf(transferAlert({ token }))) expect(text).not.toContain('not the known');
    }
  });

  it('keeps its mark however little room there is', () => {
    const symbols = fc.constantFrom('USDC', 'crvUSD', 'WMATIC', 'frxUSD', 'WXDAI', 'WBTC');
    const parts = fc.record({
      symbol: symbols,
      value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      decimals: fc.option(fc.constantFrom(0, 6, 18, 70, 255)),
      label: fc.constantFrom('T', 'x'.repeat(64), 'The treasury of the association of wallet watchers'),
      spam: fc.boolean(),
      direction: fc.constantFrom('in', 'out', 'self'),
    });
    forAll(
      [parts],
      ({ symbol, value, decimals, label, spam, direction }) => {
        const same = {
          watch: { label },
          transfer: { value, direction, from: { address: imitation, label } },
          token: { address: stranger, symbol, name: 'Growth', decimals, verified: null },
          ...(spam ? { verdict: lure } : {}),
        };
        const many = Array.from({ length: 12 }, () => describedTransfer(same.transfer, same.token));
        for (const alert of [transferAlert(same), revertedAlert(same)]) {
          for (const text of textsOf(alert)) {
            expect(text.replace(/\s+/g, ' ')).toContain(`${symbol} (not the known ${symbol})`);
            expect(bare(text, symbol)).not.toContain(symbol);
          }
        }
        for (const alert of [
          transferAlert(same),
          revertedAlert(same),
          poisoningAlert(same),
          digestAlert({ watch: { label }, transfers: many }),
        ]) {
          expect(smsText(alert).length).toBeLessThanOrEqual(140);
          expect(subjectText(alert).length).toBeLessThanOrEqual(100);
          for (const text of textsOf(alert)) expect(bare(text, symbol)).not.toContain(symbol);
        }
      },
      { numRuns: inject('thorough') ? 60 : 15 },
    );
  });
});

describe('a symbol that would go on with the amount before it', () => {
  it.each([
    '000,000EURC',
    ',000EURC',
    '.5EURC',
    "'000EURC",
    '-EURC',
    '+9',
    '~1',
    '\u2212EURC',
    '$EURC',
    '\uff10\uff10EURC',
    '\u2460EURC',
    '\u0660EURC',
    'e18EURC',
    '(000)',
  ])('is set apart by quotes: %s', (symbol) => {
    const token = { address: stranger, symbol, verified: null };
    const alert = transferAlert({ transfer: { value: 1_000_000n }, token });
    for (const text of [emailText(alert), alertLine(alert)]) expect(text).toMatch(/ 1 "/);
    expect(smsText(alert)).toMatch(/ received 1 ("|EURC)/);
    const total = emailText(digestAlert({ transfers: [describedTransfer({}, token), describedTransfer()] }));
    expect(total).toMatch(/\n- "/);
  });

  it.each([
    ...[
      'million',
      'Million',
      'MILLIONS',
      'k',
      'M',
      'bn',
      'Mio',
      'Mrd',
      'thousand',
      'lakh',
      'Crores',
      'dozen',
    ],
    ...[
      'million-x',
      'Million.gold',
      'MillionGold',
      'x10',
      'X1000',
      'e6',
      'E18',
      '%',
      'percent',
      'OOO',
      'o,OOO',
    ],
    ...['USD', 'usd', 'EUR', 'JPY', 'dollars', 'Euro', 'pounds', 'USD-backed', 'GBP_coin', 'cents'],
    ...['\uff2d', '\u4e07', '\u4ebf', '\u043c\u043b\u043d', 'million\u00d7', 'k\u00a5'],
  ])('is set apart by quotes in every text: %s', (symbol) => {
    const token = { address: stranger, symbol, name: 'million', verified: true };
    const transfer = { value: 50_000_000_000n };
    const alert = transferAlert({ transfer, token });
    const digest = digestAlert({ transfers: [describedTransfer(transfer, token)] });
    for (const one of [alert, digest])
      for (const text of [...textsOf(one), alertMessage(one).headline]) {
        expect(text).toMatch(/50,000 "/);
        expect(text).not.toMatch(/50,000 [^"i]/);
      }
  });

  it.each([
    ...['juta', 'ribu', 'miliar', 'tri\u1ec7u', 'ngh\u00ecn', 'milyon', 'milyar', 'miljoen', 'duizend'],
    ...[
      'miljoner',
      'miljarder',
      'tusen',
      'tuhatta',
      'ezer',
      'tysi\u0105c',
      'milion\u00f3w',
      'tis\u00edc',
      'milioni',
    ],
    ...['\u0442\u044b\u0441\u044f\u0447\u0438', '\u043c\u0438\u043b\u043b\u0438\u043e\u043d\u0430'],
    ...['\u0645\u0644\u064a\u0648\u0646', '\u0932\u093e\u0916', '\u0e25\u0e49\u0e32\u0e19', '\u5104\u5186'],
    ...['\u5143', '\u7f8e\u5143', '\ub2ec\ub7ec', 'rupiah', 'Forint', 'BahtGold'],
  ])('is set apart in the languages of many readers: %s', (symbol) => {
    const alert = transferAlert({ token: { symbol, name: 'Growth' } });
    for (const text of [emailText(alert), alertLine(alert), alertMessage(alert).headline])
      expect(text).toContain(`12,500.5 "${symbol}"`);
    expect(smsText(alert)).toMatch(/12,500\.5 ("|Growth)/);
  });

  it.each(['milli\u043en', 'mill\u00efon', 'th\u043eusand', 'tri\u1ec7u'])(
    'is set apart in an SMS that shows some of its letters as question marks: %s',
    (symbol) => {
      const alert = transferAlert({ token: { symbol, name: 'Growth' } });
      for (const text of [smsText(alert), subjectText(alert)]) expect(text).toContain('12,500.5 "');
    },
  );

  it('is set apart if it is written in letters of another alphabet', () => {
    const alert = transferAlert({ token: { symbol: 'milli\u043en' } });
    for (const text of [emailText(alert), alertLine(alert)])
      expect(text).toContain('12,500.5 "milli\u043en"');
  });

  it('is a plain one otherwise', () => {
    for (const symbol of [
      'EURC',
      'USD1',
      'stETH',
      'MOON',
      'crvUSD',
      'tBTC',
      'mUSD',
      'Metal',
      'BNB',
      'KNC',
      'Ooki',
    ])
      expect(smsText(transferAlert({ token: { symbol } }))).toContain(`12,500.5 ${symbol} from`);
  });
});
