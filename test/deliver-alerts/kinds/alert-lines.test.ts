import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../functions/alert/alert.ts';
import { emailText } from '../../../functions/alert/email/email.ts';
import { checksumAddress, parseAddress, zeroAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import { alertMessage } from '../../../functions/deliver-alerts/kinds/alert-message.ts';
import type { Tone } from '../../../functions/deliver-alerts/kinds/service.ts';
import { ownCoin } from '../../../functions/node/token-metadata.ts';
import {
  describedTransfer,
  digestAlert,
  exchange,
  fromImitation,
  gold,
  lookalikeOf,
  lure,
  pairVerdict,
  poisoningAlert,
  revertedAlert,
  toExchange,
  toImitation,
  transferAlert,
  treasury,
  watchingAlert,
} from '../../support/alerts.ts';

const mark: Readonly<Record<Tone, string>> = {
  in: '🟢',
  out: '🔵',
  warning: '🟠',
  danger: '🚨',
  undone: '❌',
  well: '👀',
};
const nobodyKnows = findChain('0x7777');

const time = 'Time: 2026-01-02 03:04:05 UTC';
const contract = 'Contract: 0x1212121212121212121212121212121212121212';
const toNew =
  'Receiver: 0x28C6c06298d514Db089934071355E5743bf21d60 (new: not in contacts, no earlier payment seen)';
const newWallet = 'Someone else may have a key or an approval to spend: move what is left to a new wallet.';
const notYours = `Not yours? Tell your signers now. ${newWallet}`;
const madeUp = `Not yours? Maybe a contract made it up: nobody vouches for its token. But if a token that you know is gone too, tell your signers now. ${newWallet}`;
const ofNothing =
  'Not yours? Anyone can write a transfer of nothing: it takes no key, and nothing is lost. Do not copy an address from it.';
const callFirst = (issuer: string) =>
  `call ${issuer} at once and ask to freeze the receiver. Then call any exchange that sent the money or receives it, and the police.`;
const atOnce = callFirst('Circle (through circle dot com, typed by yourself)');
const toThief = 'If you meant to pay the address that you paid before, this went to a thief:';
const maybeToThief =
  'If the receiver is not exactly the address that you meant, this may have gone to a thief:';
const receiver = 'Receiver: 0x28c60000000000000000000000000000000f1d60';
const tookOff = 'Do not count on it. If it comes back, you get a new message.';
const imitates = 'The imitation ends in 1d60 too. Never copy addresses from history.';
const twins = 'Both end in 1d60. Trust neither: compare every digit, and never copy addresses from history.';
const fiveReasons = {
  ...lure,
  reasons: ['one.', 'two.', 'three.', 'four.', 'five.'].map((detail) => ({ rule: 'link', detail })),
};

const cases: Readonly<Record<string, readonly [Alert, Tone, readonly string[]]>> = {
  received: [transferAlert(), 'in', [time]],
  'received at a time nobody knows': [transferAlert({ transfer: { blockTimestamp: null } }), 'in', []],
  'received in a token nobody knows': [transferAlert({ token: gold }), 'in', [contract, time]],
  'received in a token that the API does not vouch for': [
    transferAlert({ token: { ...gold, verified: false } }),
    'in',
    [contract, time],
  ],
  'received from an imitation': [
    transferAlert({ transfer: fromImitation, lookalike: lookalikeOf() }),
    'in',
    [time],
  ],
  'received as spam, by five reasons': [
    transferAlert({ watch: { spam: 'mark' }, verdict: fiveReasons }),
    'well',
    ['Also: two.', 'Also: three.', 'Also: four.', time],
  ],
  'received as no spam, by five reasons': [
    transferAlert({ verdict: { ...fiveReasons, spam: false } }),
    'in',
    [time],
  ],
  'received as spam that its row shows': [
    transferAlert({ watch: { spam: 'show' }, verdict: fiveReasons }),
    'in',
    [time],
  ],
  sent: [transferAlert({ transfer: toExchange }), 'warning', [notYours, toNew, time]],
  'sent to a contact, after long silence': [
    {
      ...transferAlert({ transfer: toExchange, counterparty: 'contact' }),
      severity: 'warning',
      dormantDays: 120,
    },
    'warning',
    [`Receiver: ${checksumAddress(exchange)}`, time],
  ],
  'sent to nobody: burnt': [
    transferAlert({ transfer: { ...toExchange, to: { address: zeroAddress, label: null } } }),
    'warning',
    [notYours, time],
  ],
  'sent, nobody knows where to': [
    transferAlert({ transfer: { ...toExchange, to: { address: null, label: null } } }),
    'warning',
    [notYours, time],
  ],
  'sent to somebody paid before': [
    transferAlert({ transfer: toExchange, counterparty: 'known' }),
    'out',
    [time],
  ],
  'sent in a token nobody knows': [
    transferAlert({ transfer: toExchange, token: gold }),
    'warning',
    [madeUp, contract, time],
  ],
  'sent of nothing': [transferAlert({ transfer: { ...toExchange, value: 0n } }), 'out', [ofNothing, time]],
  'sent to an imitation': [
    transferAlert({ transfer: toImitation, lookalike: lookalikeOf() }),
    'danger',
    [`${toThief} ${atOnce}`, receiver, time],
  ],
  'sent to an imitation in a token nobody knows': [
    transferAlert({ transfer: toImitation, token: gold, lookalike: lookalikeOf() }),
    'warning',
    [
      madeUp,
      `${toThief} ${callFirst("the token's issuer (through its site, typed by yourself)")}`,
      receiver,
      contract,
      time,
    ],
  ],
  'sent to an imitation, of coin that nobody can freeze': [
    transferAlert({
      transfer: { ...toImitation, kind: 'native' },
      token: ownCoin({ coin: { name: 'Ether', symbol: 'ETH' } }),
      lookalike: lookalikeOf(),
    }),
    'danger',
    [`${toThief} call any exchange that sent the money or receives it, and the police.`, receiver, time],
  ],
  'sent to one of a pair': [
    transferAlert({ transfer: toImitation, verdict: pairVerdict }),
    'warning',
    [`${maybeToThief} ${atOnce}`, time],
  ],
  'sent to itself': [
    transferAlert({ transfer: { direction: 'self', from: toExchange.from } }),
    'out',
    [time],
  ],
  'sent and reverted': [revertedAlert({ transfer: toExchange }), 'undone', [tookOff, time]],
  'sent to an imitation and reverted': [
    revertedAlert({ transfer: toImitation, lookalike: lookalikeOf() }),
    'undone',
    [tookOff, time],
  ],
  'received as spam and reverted': [
    revertedAlert({ watch: { spam: 'mark' }, verdict: lure, token: gold }),
    'undone',
    [tookOff, 'Also: The name speaks like a lure: claim.', contract, time],
  ],
  watched: [watchingAlert(), 'well', ['Wallet: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045']],
  'warned of an imitation': [
    poisoningAlert(),
    'warning',
    [
      imitates,
      'Wallet: Treasury',
      'It came with: 0 USDC',
      'Nothing is lost by this yet: only a payment to the imitation would be.',
      time,
    ],
  ],
  'warned of an imitation without a label': [
    poisoningAlert({ watch: { label: null }, transfer: { blockTimestamp: null } }),
    'warning',
    [
      imitates,
      'Wallet: 0xd8dA...6045',
      'It came with: 0 USDC',
      'Nothing is lost by this yet: only a payment to the imitation would be.',
    ],
  ],
  'warned of a pair': [
    poisoningAlert({ lookalike: { proven: false } }),
    'warning',
    [
      twins,
      'Wallet: Treasury',
      'It came with: 0 USDC',
      'Nothing is lost by this yet: only a payment to the wrong one would be.',
      time,
    ],
  ],
  'warned of an imitation that may have been paid': [
    poisoningAlert({ transfer: { ...toImitation, value: 5_000_000n }, token: gold }),
    'warning',
    [
      imitates,
      'Wallet: Treasury',
      'It came with: 5 GLD (unverified)',
      'If you sent that, it went to a thief.',
      madeUp,
      time,
    ],
  ],
  'warned of a pair that may have been paid': [
    poisoningAlert({ transfer: { ...toImitation, value: 5_000_000n }, lookalike: { proven: false } }),
    'warning',
    [
      twins,
      'Wallet: Treasury',
      'It came with: 5 USDC',
      'If you sent that and meant the other one, it is lost.',
      notYours,
      time,
    ],
  ],
  'a digest of what came in': [
    digestAlert({ transfers: [describedTransfer(), describedTransfer()] }),
    'in',
    ['Received: 25,001 USDC (2)', 'Block: 18,000,000'],
  ],
  'a digest of what went out in a token nobody knows': [
    digestAlert({
      transfers: [1, 2].map((more) =>
        describedTransfer({ ...toExchange, blockNumber: 18_000_000 + more }, gold),
      ),
    }),
    'warning',
    ['Sent: 25,001 GLD (unverified) (2)', madeUp, 'Blocks: 18,000,001 to 18,000,002'],
  ],
  'a digest of what went out to people paid before': [
    {
      ...digestAlert({ transfers: [describedTransfer(toExchange), describedTransfer(toExchange)] }),
      severity: 'info',
    },
    'out',
    ['Sent: 25,001 USDC (2)', 'Block: 18,000,000'],
  ],
  'a digest of what it sent itself, and of spam': [
    digestAlert({
      transfers: [describedTransfer({ direction: 'self' }), describedTransfer({ direction: 'self' })],
      hidden: 1_234,
    }),
    'out',
    ['To itself: 25,001 USDC (2)', 'Hidden as spam: 1,234', 'Block: 18,000,000'],
  ],
};

describe('a chat message of what was', () => {
  it.each(Object.entries(cases))('%s', (_name, [alert, tone, lines]) => {
    const message = alertMessage(alert);
    expect({ ...message, headline: message.headline.split(' ')[0] }).toEqual({
      headline: mark[tone],
      lines,
      tone,
      link: message.link,
    });
  });
});

describe('a long digest', () => {
  /** So many tokens, of each one transfer. */
  const tokens = (count: number) =>
    digestAlert({
      transfers: Array.from({ length: count }, (_, i) =>
        describedTransfer(
          { value: 1_000_000n },
          { ...gold, address: parseAddress(`0x${String(i + 10).repeat(20)}`), symbol: `T${i}` },
        ),
      ),
    });

  it('has the worth beside the amount, as the email, if its price is sure', () => {
    const usd = { amount: '7500.3', price: '0.6', at: '2026-01-02T03:00:00.000Z', confidence: 0.99 };
    const sure = transferAlert({ transfer: { usd } });
    const doubtful = transferAlert({ transfer: { usd: { ...usd, confidence: 0.5 } } });
    for (const text of [emailText, (alert: Alert) => alertMessage(alert).lines.join('\n')]) {
      expect(text(sure)).toContain('$7,500.30');
      expect(text(doubtful)).not.toContain('$');
    }
  });

  it('has eight sums, and counts the transfers beside these', () => {
    const sumsOf = (count: number) => alertMessage(tokens(count)).lines.slice(0, -1);
    const sums = Array.from({ length: 8 }, (_, i) => `Received: 1 T${i} (unverified) (1)`);
    expect(sumsOf(8)).toEqual(sums);
    expect(sumsOf(11)).toEqual([...sums, 'Beside these: 3 more in']);
  });

  it('has a first line of at most 280 characters behind its mark', () => {
    const { headline } = alertMessage(tokens(40));
    expect(headline.length).toBeLessThanOrEqual('🟢 '.length + 280);
    expect(headline).toMatch(/^🟢 Treasury had 40 transfers on eth: received 1 T0.* 3\d more in$/);
  });
});

describe('the link', () => {
  const page = `https://etherscan.io/address/${treasury}`;
  const transaction = `https://etherscan.io/tx/0x${'a1b2c3d4'.repeat(8)}`;
  const without = { chain: nobodyKnows };

  it.each([
    ['a transfer', transferAlert(), { text: 'Transaction', url: transaction }],
    ['a reverted transfer', revertedAlert(), { text: 'Transaction', url: transaction }],
    ['a warning', poisoningAlert(), { text: 'Transaction', url: transaction }],
    ['a digest', digestAlert(), { text: "The wallet's page", url: page }],
    ['a new wallet', watchingAlert(), null],
    ['a transfer on a chain without explorer', transferAlert({ watch: without }), null],
    ['a digest on a chain without explorer', digestAlert({ watch: without }), null],
  ])('of %s', (_what, alert, link) => {
    expect(alertMessage(alert).link).toEqual(link);
  });
});
