import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { emailText } from '../../functions/alert/email/email.ts';
import { smsText, subjectText } from '../../functions/alert/text/sentence.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { alertLine } from '../../lib/alert-line.ts';
import { imitation, lure, revertedAlert, transferAlert, usdc } from '../support/alerts.ts';
import { forAll } from '../support/for-all.ts';

const stranger = parseAddress('0x5ca1ab1e00000000000000000000000000000001');
const textsOf = (alert: Alert) => [smsText(alert), subjectText(alert), emailText(alert), alertLine(alert)];
const wordsOf = (text: string) => text.trim().split(/\s+/);

/** Known symbols, each with symbols that read like it. */
const symbols: Readonly<Record<string, readonly string[]>> = {
  'Known money, and what only looks like it, is marked.': [
    ...wordsOf('USDC usdc USD\u0421 U\u015aDC US\u200bDC USDC.e USD\u20ae USDC\u00ba USDC\u00b2 \u00aaUSDC'),
    ...['U S D C', 'USDC (the known USDC)', 'USDC (not the known USDT)', 'U S D C back', 'refund of WBNB'],
    // For some characters an SMS shows a space or nothing.
    ...wordsOf('USDC\u00d7 \u00a2USDC USDC\u00a5 WE\u20dfTH \u20acC USDC\u00c9'),
    ...wordsOf('USDC-refund nativeUSDT aWETH USDeBack usdt.refund (DAI) WBTC_2 1000USDC'),
  ],
  'Every other symbol has no quotes, and only known money has a mark.': wordsOf(
    'LINK PEPE DALE USD3 PAXG BNDL USDC2 WETHER EURC USD1 stETH MOON crvUSD tBTC mUSD Metal BNB KNC Ooki',
  ),
  'What would go on with the amount before it is quoted.': [
    ...wordsOf("000,000EURC ,000EURC .5EURC '000EURC -EURC +9 ~1 \u2212EURC $EURC \uff10\uff10EURC"),
    ...wordsOf('\u2460EURC \u0660EURC e18EURC (000) x10 X1000 e6 E18 % OOO o,OOO'),
  ],
  'What reads as a larger amount, or as money, is quoted.': [
    ...wordsOf('million Million MILLIONS k M bn Mio Mrd thousand lakh Crores dozen million-x Million.gold'),
    ...wordsOf('MillionGold percent USD usd EUR JPY dollars Euro pounds USD-backed GBP_coin cents'),
    ...wordsOf('\uff2d \u4e07 \u4ebf \u043c\u043b\u043d million\u00d7 k\u00a5'),
    // Number words in many languages, and in letters that an SMS can't show.
    ...wordsOf('juta ribu miliar tri\u1ec7u ngh\u00ecn milyon milyar miljoen duizend miljoner miljarder'),
    ...wordsOf('tusen tuhatta ezer tysi\u0105c milion\u00f3w tis\u00edc milioni rupiah Forint BahtGold'),
    ...wordsOf('\u0442\u044b\u0441\u044f\u0447\u0438 \u043c\u0438\u043b\u043b\u0438\u043e\u043d\u0430'),
    ...wordsOf('\u0645\u0644\u064a\u0648\u0646 \u0932\u093e\u0916 \u0e25\u0e49\u0e32\u0e19 \u5104\u5186'),
    ...wordsOf('\u5143 \u7f8e\u5143 \ub2ec\ub7ec milli\u043en mill\u00efon th\u043eusand'),
  ],
};

it('every symbol is shown exactly as in the book', async () => {
  const lineOf = (symbol: string) => {
    const token = { address: stranger, symbol, name: 'Growth', verified: null };
    const transfer = { value: 50_000_000_000n };
    const alert = transferAlert({ transfer, token });
    const amountIn = (text: string) =>
      /50,000 .*? (?=from|in 1|\(unverified\))/.exec(text)?.[0].trimEnd() ?? text;
    return [
      JSON.stringify(symbol),
      ...[smsText(alert), emailText(alert), alertLine(alert), alertMessage(alert).headline].map(amountIn),
    ].join(' | ');
  };
  const pages = Object.entries(symbols).map(([says, some]) => [`===== ${says}\n`, ...some.map(lineOf), '']);
  const columns = 'Symbol | SMS | Email | Terminal | Chat\n';
  await expect([columns, ...pages.flat()].join('\n')).toMatchFileSnapshot('book/symbols.txt');
});

it.each(['eth', 'fantom', 'sepolia', '0x7a69'])(
  'known money is marked on %s, where our list may be incomplete',
  (chain) => {
    for (const symbol of wordsOf('USDC USDT DAI WETH WBNB WBTC BUSD EURC'))
      for (const verified of [null, false]) {
        const token = { address: stranger, symbol, name: 'Growth', verified };
        for (const text of textsOf(transferAlert({ watch: { chain: findChain(chain) }, token })))
          expect(text).toContain(`${symbol} (not the known ${symbol})`);
      }
  },
);

it.each<[marked: boolean, string, { address: typeof usdc; verified: true | null; symbol?: string }]>([
  [false, 'eth', { address: usdc, verified: null }],
  [true, 'polygon', { address: usdc, verified: null }],
  // A thief's contract gets verified too. A bridge's may be honest, where our list can't know them all.
  [true, 'eth', { address: stranger, verified: true }],
  [true, 'eth', { address: stranger, verified: true, symbol: 'usdc' }],
  [false, 'eth', { address: stranger, verified: true, symbol: 'axlUSDC' }],
  [false, 'eth', { address: stranger, verified: true, symbol: 'LINK' }],
  [false, 'fantom', { address: stranger, verified: true }],
])('money is marked (%s) on %s by its contract: %o', (marked, chain, token) => {
  const texts = textsOf(transferAlert({ watch: { chain: findChain(chain) }, token }));
  expect(new Set(texts.map((text) => text.includes('not the known')))).toEqual(new Set([marked]));
});

it('a token without a symbol is marked by its name', () => {
  const token = { address: stranger, symbol: null, name: 'Tether USD', verified: null };
  expect(smsText(transferAlert({ token }))).toContain(
    '12,500.5 "Tether USD" (not the known USDT) (unverified)',
  );
});

it('a mark stays, however little room there is', () => {
  const parts = fc.record({
    symbol: fc.constantFrom('USDC', 'crvUSD', 'WMATIC', 'frxUSD', 'WXDAI', 'WBTC'),
    value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    decimals: fc.option(fc.constantFrom(0, 6, 18, 70, 255)),
    label: fc.constantFrom('T', 'x'.repeat(64), 'The treasury of the association of wallet watchers'),
    spam: fc.boolean(),
    direction: fc.constantFrom('in', 'out', 'self'),
  });
  forAll(
    [parts],
    ({ symbol, value, decimals, label, spam, direction }) => {
      const marked = `${symbol} (not the known ${symbol})`;
      const same = {
        watch: { label },
        transfer: { value, direction, from: { address: imitation, label } },
        token: { address: stranger, symbol, name: 'Growth', decimals, verified: null },
        ...(spam ? { verdict: lure } : {}),
      };
      for (const text of [transferAlert(same), revertedAlert(same)].flatMap(textsOf)) {
        const onOneLine = text.replace(/\s+/g, ' ');
        expect(onOneLine).toContain(marked);
        expect(onOneLine.replaceAll(marked, '')).not.toContain(symbol);
      }
    },
    { numRuns: inject('thorough') ? 60 : 15 },
  );
});
