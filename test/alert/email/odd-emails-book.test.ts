import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../functions/alert/alert.ts';
import { withPeople } from '../../../functions/alert/compose/compose-transfer.ts';
import { emailText } from '../../../functions/alert/email/email.ts';
import { parseAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import {
  describedTransfer,
  digestAlert,
  exchange,
  fromImitation,
  gold,
  imitation,
  lookalikeOf,
  lure,
  pairVerdict,
  party,
  poisoningAlert,
  receivedAlert,
  type TransferParts,
  toExchange,
  toImitation,
  transferAlert,
} from '../../support/alerts.ts';

const most = 2n ** 256n - 1n;
const nameless = { name: null, symbol: null };
const elsewhere = { watch: { chain: findChain('0x1234') } };
const made = { ...gold, symbol: 'HRBR', name: 'Harbor', verified: false };
const proven = { lookalike: lookalikeOf() };
const poisoned = {
  ...lure,
  reasons: [
    { rule: 'address-poisoning', detail: `The other address imitates ${exchange}, which this wallet paid.` },
    { rule: 'verified-by-api', detail: 'The API lists the contract of this token as verified.' },
  ],
};

const people = new Map([[exchange, { name: 'Supplier', isOwn: false }]]);
const named = (parts: TransferParts) => withPeople(transferAlert(parts), people);

const examples: Readonly<Record<string, Alert>> = {
  // Amounts and tokens.
  'without decimals the amount is one of units': receivedAlert({}, { decimals: null, verified: null }),
  'without a name and decimals it is a number of units': receivedAlert({}, { ...nameless, decimals: null }),
  'an absurd amount stands on a line of its own': receivedAlert({ value: most }, { decimals: 0 }),
  'an amount longer than a line is broken': receivedAlert({ value: most }, { ...nameless, decimals: 255 }),
  'the unit stands behind an amount of many lines': receivedAlert({ value: most }, { decimals: 255 }),
  'a coin without a name is a native coin': receivedAlert(
    { kind: 'native', value: 10n ** 18n },
    { ...nameless, address: null, decimals: 18 },
    { watch: { chain: findChain('0x7777') } },
  ),
  'a sure price gives the worth': receivedAlert({
    usd: { amount: '7500.3', price: '0.6', at: '2026-01-02T03:00:00.000Z', confidence: 0.99 },
  }),
  'a token that the API does not verify is genuine by our own list': receivedAlert({}, { verified: false }),
  // From and to.
  'a chain without an explorer has no link': receivedAlert({}, {}, elsewhere),
  'a label can not forge a fact': receivedAlert({
    from: party(exchange, `${'x'.repeat(30)} (this wallet) From 0xd8dA6BF26964`),
  }),
  'a name does not look like a fact wherever a phone breaks the line': receivedAlert(
    { from: party(exchange, 'Bank to: 0x12') },
    { name: 'Gold Transaction: 0x12', symbol: 'A From block\uff1a 1' },
  ),
  'spam from an imitating address says nothing in its favour': receivedAlert(
    { value: 1n, ...fromImitation },
    {},
    { verdict: poisoned },
  ),
  // The owner's names.
  'an imitation is called by the name that it imitates': named({ ...proven, transfer: toImitation }),
  'a warning says whose address was copied': withPeople(poisoningAlert(), people),
  // Digests.
  'a digest has every total on a line that begins with its token': digestAlert({
    transfers: [
      describedTransfer(),
      describedTransfer({ blockNumber: 18_000_004 }),
      describedTransfer(
        { blockNumber: 18_000_009, ...toExchange, to: party(exchange) },
        { address: gold.address, symbol: 'USDC', verified: false, decimals: null },
      ),
      describedTransfer({ direction: 'self', value: 1n }, { verified: null }),
    ],
    hidden: 5,
  }),
  // Imitations.
  'a payment to an imitation may be made up': receivedAlert(toImitation, made, {
    lookalike: lookalikeOf({ lastPaidAt: null }),
  }),
  'one of a pair that its row marks as spam can not be copied': receivedAlert(
    fromImitation,
    {},
    { watch: { spam: 'mark' }, verdict: { ...pairVerdict, spam: true, score: 200 } },
  ),
  'a warning about a payment says what was lost': poisoningAlert({
    transfer: { ...toImitation, value: 5_000_000n },
    token: gold,
  }),
  'a warning about a payment in spam says that nothing is lost': poisoningAlert({
    ...{ transfer: { ...toImitation, value: 5n }, verdict: lure },
  }),
  'a warning about nothing sent says that nothing is lost': poisoningAlert({
    transfer: { ...toImitation, value: 0n },
  }),
  'a warning about something received says that nothing is lost': poisoningAlert({
    transfer: { ...fromImitation, value: 5n },
  }),
  'a warning about a payment to one of two look-alikes says what was lost': poisoningAlert({
    ...{ lookalike: { proven: false }, others: 2, token: { ...made, decimals: 0 } },
    transfer: { ...toImitation, value: 5n },
  }),
  'a warning that stands for a second pair counts it': poisoningAlert({
    lookalike: { proven: false },
    others: 1,
  }),
};

it('the emails of odd alerts match the book exactly', async () => {
  const pages = Object.entries(examples).map(([name, alert]) => `===== ${name}\n\n${emailText(alert)}\n`);
  await expect(pages.join('\n')).toMatchFileSnapshot('../book/odd-emails.txt');
});

it.each([
  ['whoever issued the token', {}, made],
  ['the longest name of a contact', { contact: 'W'.repeat(64) }, {}],
])('a line of a payment to an imitation has under 100 characters, with %s too', (_what, named, token) => {
  const { lookalike, ...alert } = transferAlert({ ...proven, transfer: toImitation, token });
  const lines = emailText({ ...alert, lookalike: lookalike && { ...lookalike, ...named } }).split('\n');
  expect(lines.filter((line) => line.length > 99)).toEqual([]);
});

describe('a digest', () => {
  it('counts the sums that it has no room for', () => {
    const storm = (count: number) =>
      emailText(
        digestAlert({
          transfers: Array.from({ length: count * 2 }, (_, i) =>
            describedTransfer({}, { address: parseAddress(`0x${String(i % count).padStart(40, '0')}`) }),
          ),
        }),
      );
    expect(storm(130).match(/^- .* in 2 transfers /gm)).toHaveLength(100);
    expect(storm(130)).toContain('\n- 30 more sums, of 60 transfers\n\nThe largest');
    expect(storm(101)).toContain('\n- 1 more sum, of 2 transfers\n');
    expect(storm(100)).not.toContain(' more sum');
  });

  it('links all transfers only if it has no room for them', () => {
    const few = Array.from({ length: 5 }, () => describedTransfer());
    expect(emailText(digestAlert({ transfers: few }))).not.toContain('History');
    expect(emailText(digestAlert({ transfers: [...few, describedTransfer()] }))).toContain('All 6 transfers');
  });
});

it('the advice against copying stands there even if the owner knows the receiver', () => {
  const alert = poisoningAlert({ transfer: { ...toImitation, value: 5n } });
  const email = emailText({ ...alert, counterparty: 'contact' });
  expect(email).toContain('\nIf you sent it, the money went to a thief.\nDo not copy addresses');
});

it('a warning never shows the imitation in a form that can be copied', () => {
  for (const transfer of [{}, { ...toImitation, to: party(imitation, 'Binance 14') }])
    expect(emailText(poisoningAlert({ transfer })).toLowerCase()).not.toContain(imitation);
});

it.each([
  ['known', toExchange, {}],
  ['new', { ...toExchange, value: 0n }, {}],
  ['new', toExchange, gold],
] as const)(
  'a receiver is not called new if it is %s, or no action is needed (%#)',
  (counterparty, transfer, token) => {
    const to = /^To: .*(?:\n {2}.*)*/m.exec(emailText(transferAlert({ transfer, token, counterparty })));
    expect(to?.[0]).not.toContain('new');
  },
);
