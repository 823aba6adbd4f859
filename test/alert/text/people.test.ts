import { describe, expect, it } from 'vitest';
import type { PoisoningAlert, TransferAlert } from '../../../functions/alert/alert.ts';
import { composeDigestAlert } from '../../../functions/alert/compose/compose-digests.ts';
import { withPeople } from '../../../functions/alert/compose/compose-transfer.ts';
import { emailText } from '../../../functions/alert/email/email.ts';
import { smsText, subjectText } from '../../../functions/alert/text/sentence.ts';
import { checksumAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import { alertLine } from '../../../lib/alert-line.ts';
import {
  approvalAlert,
  describedTransfer,
  exchange,
  gold,
  imitation,
  lookalikeOf,
  lure,
  poisoningAlert,
  toExchange,
  toImitation,
  transferAlert,
  watchOf,
} from '../../support/alerts.ts';

const people = new Map([[exchange, { name: 'Supplier', isOwn: false }]]);
const named = <One extends TransferAlert | PoisoningAlert>(alert: One) => withPeople(alert, people);
const headline = (alert: TransferAlert | PoisoningAlert) => alertMessage(alert).headline;
const shortTexts = [smsText, subjectText, alertLine, headline];

describe('a name that the owner gave an address', () => {
  const paid = named(transferAlert({ transfer: toExchange }));

  it("replaces the API's label in every text", () => {
    for (const text of [...shortTexts, emailText]) {
      expect(text(paid)).toContain('Supplier');
      expect(text(paid)).not.toContain('Binance');
    }
    expect(emailText(paid)).toContain(`\nTo: ${checksumAddress(exchange)}, Supplier\n`);
  });

  it('is used by a digest for the other side of its largest transfer', () => {
    const transfer = describedTransfer(toExchange);
    const reported = [{ transfer, alert: named(transferAlert({ transfer: toExchange })) }];
    const digest = composeDigestAlert({
      watch: watchOf(),
      reported,
      hidden: 0,
      id: 'd1',
      detectedAt: paid.detectedAt,
    });
    for (const text of [smsText, subjectText])
      expect(text(digest)).toBe('Treasury sent 12,500.5 USDC in 1 transfer to Supplier on eth');
  });

  it('is cleaned like any other text', () => {
    const link = new Map([[exchange, { name: 'Win at claim.xyz', isOwn: false }]]);
    const alert = withPeople(transferAlert({ transfer: toExchange }), link);
    for (const text of [...shortTexts, emailText]) expect(text(alert)).toContain('claim(.)xyz');
  });

  it('is not shown with an unverified token, whose contract can write any sender', () => {
    for (const text of [...shortTexts, emailText])
      expect(text(named(transferAlert({ token: gold })))).not.toContain('Supplier');
  });

  it('is used by an approval for its spender, unless a stranger may have made it up', () => {
    const granted = approvalAlert({}, { contact: 'Router' });
    expect(smsText(granted)).toMatch(/^Treasury approved Router to spend/);
    expect(emailText(granted)).toContain(`\nSpender: ${checksumAddress(exchange)}, Router\n`);
    const forged = approvalAlert({}, { contact: 'Router', verdict: lure, watch: { spam: 'mark' } });
    for (const text of [smsText, emailText]) expect(text(forged)).not.toContain('Router');
  });
});

describe('a payment', () => {
  const advice = /signers/;

  it('asks whether it was ours only if it went to somebody new', () => {
    const sent = (counterparty: TransferAlert['counterparty']) =>
      transferAlert({ transfer: toExchange, counterparty });
    for (const text of [smsText, emailText]) {
      expect(text(sent('new'))).toMatch(advice);
      for (const known of ['known', 'own', 'contact'] as const) expect(text(sent(known))).not.toMatch(advice);
    }
  });

  it('to an imitation is the loudest text, and names whom it imitates and whom to call', () => {
    const alert = named(transferAlert({ transfer: toImitation, lookalike: lookalikeOf() }));
    for (const text of [smsText, subjectText, emailText, headline])
      expect(text(alert)).toMatch(
        /You may have paid a SCAMMER: Treasury sent 12,500\.5 USDC .*imitates Supplier/,
      );
    for (const text of [smsText, emailText, headline]) expect(text(alert)).toContain('Call Circle');
    for (const said of [emailText(alert), alertMessage(alert).lines.join('\n')]) {
      expect(said).toMatch(/If you meant to pay Supplier, this went to a thief[.:]/);
      expect(said).toContain(checksumAddress(imitation));
    }
  });

  it.each([
    ['a token whose issuer is known', {}, 'Call Circle at once.'],
    [
      'another genuine token',
      { address: '0x6b175474e89094c44da98b954eedeac495271d0f' },
      "Call the token's issuer at once.",
    ],
    ["a chain's own coin, which nobody can freeze", { address: null }, 'Supplier'],
    [
      'native USDC',
      { address: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359' },
      'Call Circle at once.',
      'polygon',
    ],
    [
      'USDC that a bridge issued, which Circle cannot freeze',
      { address: '0x2791bca1f2de4661ed88a30c99a7a9449aa84174' },
      "Call the token's issuer at once.",
      'polygon',
    ],
    [
      'USDC of BNB Chain, which is not from Circle',
      { address: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d' },
      "Call the token's issuer at once.",
      'bsc',
    ],
    ['USDT of Ethereum', { address: '0xdac17f958d2ee523a2206206994597c13d831ec7' }, 'Call Tether at once.'],
  ])('of %s to an imitation says whom to call', (_what, token, end, chain = 'eth') => {
    const watch = { chain: findChain(chain) };
    const parts = { watch, transfer: toImitation, lookalike: lookalikeOf(), token: token as typeof gold };
    expect(headline(named(transferAlert(parts)))).toMatch(new RegExp(`${end.replace('.', '\\.')}$`));
  });
});

it('a warning of an imitation says whose address was copied, and that nothing is lost', () => {
  const alert = named(poisoningAlert());
  const said = "Scam attempt, nothing lost: someone copied Supplier's address";
  for (const text of [smsText, subjectText, emailText, headline]) expect(text(alert)).toContain(said);
  expect(emailText(alert)).toContain('\nYou paid, Supplier:\n');
  const paid = named(poisoningAlert({ transfer: { ...toImitation, value: 5n }, token: gold }));
  expect(smsText(paid)).toMatch(/^Scam attempt: someone copied Supplier's address\./);
});
