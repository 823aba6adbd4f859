import { describe, expect, inject, it } from 'vitest';
import type { Alert } from '../../functions/alert/alert.ts';
import { composeDigestAlert } from '../../functions/alert/compose/compose-digests.ts';
import { withPeople } from '../../functions/alert/compose/compose-transfer.ts';
import { emailText } from '../../functions/alert/email/email.ts';
import { smsText, subjectText } from '../../functions/alert/text/sentence.ts';
import { parseAddress } from '../../functions/chain/address.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { alertMessage } from '../../functions/deliver-alerts/kinds/alert-message.ts';
import { judge } from '../../functions/spam/judge.ts';
import type { DescribedTransfer } from '../../functions/transfer/transfer.ts';
import { alertLine } from '../../lib/alert-line.ts';
import {
  approvalAlert,
  balanceAlert,
  controlAlert,
  describedTransfer,
  digestAlert,
  exchange,
  fromImitation,
  gold,
  lookalikeOf,
  lure,
  ok,
  pairVerdict,
  party,
  poisoningAlert,
  receivedAlert,
  revertedAlert,
  type TransferParts,
  toExchange,
  toImitation,
  transferAlert,
  treasury,
  watchingAlert,
  watchOf,
} from '../support/alerts.ts';

type Moved = NonNullable<TransferParts['transfer']>;
type Token = NonNullable<TransferParts['token']>;

const labelled = (label: string) => ({ watch: { label } });
const other = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const times = (count: number, transfer: Moved = {}, token: Token = {}): DescribedTransfer[] =>
  Array.from({ length: count }, () => describedTransfer(transfer, token));
const digest = (transfers: DescribedTransfer[], more = {}) => digestAlert({ transfers, ...more });
const most = 2n ** 256n - 1n;
const long = labelled('The treasury of the association of wallet watchers, second floor');
const fourteen = Array.from({ length: 14 }, (_, i) =>
  describedTransfer({ value: BigInt(i + 1) * 1_000_000n }),
);
const absurd = { symbol: 'A_SYMBOL_OF_THIRTY_TWO_LETTERS_X', decimals: 18 };
const fine = { value: 10n ** 36n + 1n, from: party(exchange, 'x'.repeat(64)) };
const paxg = { ...gold, symbol: 'PAXG', name: 'Paxos Gold', decimals: 18 };
const fifty = { value: 50n * 10n ** 18n };
const trusting = { trustedTokens: new Set([gold.address]) };
/** The verdict as a poll makes it, including the row's trust. */
const trusted = { watch: trusting, verdict: judge(describedTransfer(fifty, paxg), watchOf(trusting)) };
const ether = { address: null, name: null, symbol: null, decimals: 18, logo: null, verified: true };
const unknownChain = { watch: { chain: findChain('0x7777') } };
const punk = { name: 'CryptoPunks', symbol: 'PUNK', decimals: 0, verified: null };
const proven = { lookalike: lookalikeOf() };
const pair = { verdict: pairVerdict };
const unsayable = {
  symbol: 'ETHEREUM CLASSIC',
  name: null,
  decimals: null,
  address: treasury,
  verified: null,
};
/** Seven digits alike at each end take more room than four. */
const sevenAlike = {
  address: parseAddress(`${exchange.slice(0, 9)}${'8'.repeat(26)}${exchange.slice(35)}`),
  ...{ samePrefix: 7, sameSuffix: 7 },
};
const saying = (symbol: string, name: string | null = null) => receivedAlert({}, { symbol, name });
const fromLabel = (label: string) => receivedAlert({ from: party(exchange, label) });
const reason = (detail: string) => ({ ...lure, reasons: [{ rule: 'x', detail }] });
const verified = (digit: string, isVerified: boolean) => ({
  ...{ address: other(digit), symbol: `TOKEN${digit}`, verified: isVerified },
});
const twins = (each: number) =>
  ['7', '8'].flatMap((digit) =>
    times(
      each,
      { direction: 'self', value: 39n * 10n ** 24n },
      { address: other(digit), symbol: 'USDC', decimals: 0, verified: false },
    ),
  );

const people = (name: string) => new Map([[exchange, { name, isOwn: false }]]);
const named = (parts: TransferParts, name = 'Supplier') => withPeople(transferAlert(parts), people(name));

const spamOf = (value: bigint, decimals: number) =>
  receivedAlert({ value }, { decimals, symbol: 'LONGSYM' }, { verdict: lure });
const coin = (value: bigint, name: Token = {}, more: TransferParts = unknownChain) =>
  receivedAlert({ kind: 'native', value }, { ...ether, ...name }, more);
const paxgOf = (transfer: Moved, more: TransferParts = {}) =>
  receivedAlert({ ...fifty, ...transfer }, paxg, more);
const trustedPaxg = { ...trusted, transfer: fifty, token: paxg };
const quoted = {
  token: describedTransfer({}, { address: exchange, symbol: '"USDC"', verified: null }).token,
};
const dropped = (way: Moved, lookalike: TransferParts) =>
  revertedAlert({ ...lookalike, ...long, transfer: { ...way, value: most }, token: unsayable });
const manyOf = (lookalike: object, watch: TransferParts['watch'] = {}) =>
  poisoningAlert({ watch, others: 9_999, lookalike: { ...sevenAlike, ...lookalike } });
const threshold = { what: 'threshold', before: '2' } as const;
/** Three days before its alert. */
const daysAgo = { blockTimestamp: '2025-12-30T03:04:05.000Z' };
const marked = { verdict: lure, watch: { spam: 'mark' } } as const;

const examples: Readonly<Record<string, Alert>> = {
  // Single transfers.
  'what to do comes before a long label': transferAlert({
    ...labelled('Treasury of the wallet watchers, 2nd floor'),
    transfer: { ...toExchange, to: party(exchange, 'Vendor of everything in the world') },
  }),
  'likely spam may have no reason': transferAlert({ verdict: { ...lure, reasons: [] } }),
  'the other side is dropped before the reason': receivedAlert(fine, absurd, {
    ...long,
    verdict: reason('An imitation of another token'),
  }),
  'a long fraction is shortened, and marked as such': spamOf(most, 75),
  'a fraction of many zeros is shortened, and marked as such': spamOf(5n * 10n ** 200n + 1n, 200),
  'one unit without decimals is a unit': receivedAlert({ value: 1n }, { decimals: null }),
  'foreign letters become ASCII; a name without ASCII letters becomes the address': receivedAlert(
    {},
    { symbol: '狗狗币', name: null },
    labelled('Trésorerie Łódź 🚀'),
  ),
  'a symbol that reads like our own words is quoted': saying('USDC from "Coinbase"'),
  "a chain's own coin is told to the wei": coin(
    1_500_000_000_000_000_001n,
    { symbol: 'ETH', name: 'Ether' },
    {},
  ),
  'a piece of a collection has a number': receivedAlert(
    { kind: 'erc721', tokenId: '7804', value: 1n },
    { ...punk, ...{ address: treasury } },
  ),
  // Tokens that nobody vouches for.
  'an unverified token names no other side': receivedAlert(fifty, paxg),
  'an unverified token that was sent names no receiver': receivedAlert({ ...toExchange, ...fifty }, paxg),
  'an unverified token that a wallet sent itself is called so': paxgOf({ direction: 'self' }),
  'a token that the row trusts names its other side': transferAlert(trustedPaxg),
  'a copy keeps its mark though the row trusts it': receivedAlert(
    {},
    { ...paxg, symbol: 'USDC', decimals: 6 },
    trusted,
  ),
  'a label of the API can neither close its quotes nor pass for our words': fromLabel(
    'you" (0x1234...5678) on eth. "Pay',
  ),
  // The owner's names.
  "the owner's name of an address replaces the API's label": named({ transfer: toExchange }),
  "the owner's name is cleaned like any other text": named({ transfer: toExchange }, 'Win at claim.xyz'),
  "an unverified token does not show the owner's name": named({ token: gold }),
  'a warning about a payment says whose address was copied': withPeople(
    poisoningAlert({ transfer: { ...toImitation, value: 5n }, token: gold }),
    people('Supplier'),
  ),
  'a digest says that money in it may have gone to an imitation': composeDigestAlert({
    ...{ watch: watchOf(), hidden: 3, id: 'd1', detectedAt: '2026-01-02T03:06:12.345Z' },
    reported: times(2, toImitation, { ...gold, verified: true }).map((transfer) => ({
      transfer,
      alert: transferAlert({ transfer, token: transfer.token, lookalike: lookalikeOf() }),
    })),
  }),
  // Other kinds of alerts.
  'an approval that a stranger may have made up names no contact': approvalAlert(
    {},
    { ...marked, contact: 'Router' },
  ),
  'a delegation says what to do, however long the label is': controlAlert({}, long.watch),
  'a Safe may need several signatures': controlAlert({ ...threshold, before: '1', after: '2' }),
  'a wallet with a long label is watched from a block on': watchingAlert(long.watch, 18_000_000),
  'a balance beside its floor is short': balanceAlert(
    { ...quoted, value: '1', fell: 'f1', minimum: '12345678.123456' },
    long.watch,
  ),
  'an absurd balance is short': balanceAlert(
    { ...quoted, value: String(most), minimum: '250000' },
    long.watch,
  ),
  'an approval of a piece with a long number is short': approvalAlert(
    { ...quoted, of: 'erc721', isGranted: false, value: null, unlimited: false, tokenId: '9'.repeat(78) },
    { ...long, verdict: lure },
  ),
  // Alerts that come late.
  'a payment with a wrong time of 1970 says no age': transferAlert({
    transfer: { ...toExchange, blockTimestamp: '1970-01-01T00:00:00.000Z' },
  }),
  'a payment of an outage to an imitation says how long ago it was': receivedAlert(
    { ...toImitation, ...daysAgo },
    {},
    proven,
  ),
  'an approval of an outage says how long ago it was': approvalAlert(daysAgo),
  'a digest of an outage says how long ago it began': digest(times(14, { ...toExchange, ...daysAgo })),
  'a digest that waited for its hour says nothing of it': digest([
    describedTransfer({ blockTimestamp: '2026-01-02T01:50:05.000Z' }),
  ]),
  'a digest of a single old transfer says how long ago it was': digest([describedTransfer(daysAgo)]),
  // Digests.
  'a digest counts what was hidden': digestAlert({ hidden: 1_234 }),
  'sums without decimals are units': digest(
    [5n, 6n].map((value) => describedTransfer({ value }, { decimals: null })),
  ),
  'units and token units are not compared': digest([
    describedTransfer({ value: 5_000_000n }),
    describedTransfer({ value: 6n }, { decimals: null }),
  ]),
  'digits of a sum give way to the wallet': digest(twins(6), { watch: { label: null } }),
  'what is surely worth most is named first': digest([
    ...['1', '2', '3'].flatMap((digit) => times(2, { value: 1n }, { address: other(digit), symbol: 'MADE' })),
    describedTransfer(
      { value: 900n * 10n ** 18n },
      { address: parseAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'), symbol: 'WETH', decimals: 18 },
    ),
  ]),
  'verified tokens come first, then those with most transfers, and the rest is counted': digest([
    ...times(9, {}, verified('1', false)),
    ...times(2, {}, verified('2', true)),
    ...times(3, {}, verified('3', true)),
    ...times(1, {}, verified('4', false)),
    ...times(1, { direction: 'self' }, { address: other('5'), verified: false }),
  ]),
  "a token with another token's name shows its contract": digest([
    ...fourteen.map((one) => describedTransfer(one, { address: other('2'), symbol: 'BNDL' })),
    describedTransfer({}, { address: other('1'), symbol: 'BNDL', verified: null }),
  ]),
  'a copy of known money is marked instead': digest([
    ...fourteen,
    describedTransfer({}, { address: other('1'), verified: null }),
  ]),
  'tokens whose symbols begin alike stay apart': digest(
    ['Gold', 'GolUSDC'].map((symbol, i) =>
      describedTransfer({}, { address: other(`${i + 1}`), symbol, verified: null }),
    ),
  ),
  'the coins of an unknown chain are named however little room there is': digest(
    times(1, { kind: 'native', value: 2n ** 250n }, ether),
    { watch: { label: 'T'.repeat(64), chain: findChain('0x7777777777777') } },
  ),
  'a token that the row trusts has a largest other side': digest(times(2, fifty, paxg), { watch: trusting }),
  // Imitations.
  'a payment to an imitation says whom to call, however long the label is': receivedAlert(
    toImitation,
    {},
    { ...proven, ...long },
  ),
  'a dropped payment to one of a pair has its amount and no advice': revertedAlert({
    ...pair,
    transfer: toImitation,
  }),
  'a dropped payment to an imitation without room for its amount': dropped(toImitation, proven),
  'a dropped payment to one of a pair without room for its amount': dropped(toImitation, pair),
  'a dropped receipt from an imitation without room for its amount': dropped(fromImitation, proven),
  'a dropped receipt from one of a pair without room for its amount': dropped(fromImitation, pair),
  'a warning cuts the name of the wallet, never its own words': poisoningAlert(long),
  'a label that would begin a link with the colon is its address': poisoningAlert(labelled('tel')),
  'a warning of many with a long label': manyOf({}, long.watch),
  'a warning of many pairs without a label': manyOf({ proven: false }, { label: null }),
};

const firstLine = (alert: Alert) => emailText(alert).split('\n')[0] ?? '';

it('the short texts of odd alerts match the book exactly', async () => {
  const pages = Object.entries(examples).map(([name, alert]) => {
    const { headline } = alertMessage(alert);
    return [
      `===== ${name}`,
      `SMS      ${smsText(alert)}`,
      `Subject  ${subjectText(alert)}`,
      `Email    ${firstLine(alert)}`,
      `Chat     ${headline}`,
      `Terminal ${alertLine(alert)}\n`,
    ].join('\n');
  });
  await expect(pages.join('\n')).toMatchFileSnapshot('book/short-texts.txt');
});

describe('a wallet without a label', () => {
  const symbols = [
    'USDT',
    'USDT.claim now at rewards (500 USD)',
    'crvUSD wstETH',
    'LONGSYMBOLOFATOKEN',
    null,
  ];
  const reasons = [...lure.reasons, { rule: 'x', detail: 'x'.repeat(90) }];
  const verdicts = [ok, { ...lure, reasons: [] }, ...reasons.map((one) => ({ ...lure, reasons: [one] }))];
  const token = { address: exchange, verified: null };
  const revertedOfMany = (parts: TransferParts) => revertedAlert(parts, { count: 12_345, totals: [] });
  const every = verdicts.flatMap((verdict) =>
    symbols.flatMap((symbol) =>
      (['in', 'out', 'self'] as const).flatMap((direction) =>
        [null, 0, 6, 255].flatMap((decimals) =>
          [1n, 12_345_678_912_345n, 123_456_789_123_456n, most].flatMap((value) =>
            [transferAlert, revertedAlert, revertedOfMany].map((make) =>
              make({
                ...{ watch: { label: null }, transfer: { value, direction }, verdict },
                token: { ...token, symbol, name: symbol, decimals },
              }),
            ),
          ),
        ),
      ),
    ),
  );
  /** The quick run takes one in thirteen, a number that shares no divisor with the lists' lengths. */
  const some = every.filter((_, n) => inject('thorough') || n % 13 === 0);

  it('is named by its complete short address in each SMS, however little room is left', () => {
    for (const sms of some.map(smsText)) {
      expect(sms).toContain('0xd8dA...6045');
      expect(sms.length, sms).toBeLessThanOrEqual(140);
    }
  });

  it('is named by at least the end of its address in each subject, beside the marks of the token', () => {
    for (const subject of some.map(subjectText)) {
      expect(subject).toMatch(/0xd8dA\.\.\.6045|0x\.\.6045/);
      expect(subject).toMatch(/ \(unverif/);
      expect(subject.length, subject).toBeLessThanOrEqual(100);
    }
  });
});
