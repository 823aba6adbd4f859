import { describe, expect, it } from 'vitest';
import { emailText } from '../../../functions/alert/email/email.ts';
import { checksumAddress, parseAddress } from '../../../functions/chain/address.ts';
import {
  fromImitation,
  imitation,
  lookalikeOf,
  lure,
  pairVerdict,
  poisoningAlert,
  revertedAlert,
  toImitation,
  transferAlert,
} from '../../support/alerts.ts';

const link = `https://etherscan.io/tx/0x${'a1b2c3d4'.repeat(8)}`;
const made = {
  address: parseAddress(`0x${'1'.repeat(40)}`),
  symbol: 'HRBR',
  name: 'Harbor',
  verified: false,
} as const;

const first = '0x28c6[0000000000000000000000000000000f]1d60';
const second = '0x28C6[c06298d514Db089934071355E5743bf2]1d60';
const ifKey = [
  'Not yours? Tell your signers now.',
  'Someone else may have a key or an approval to spend: move what is left to a new wallet.',
  '',
];
const ifMadeUp = [
  'Not yours? Maybe a contract made it up: nobody vouches for its token.',
  'But if a token that you know is gone too, tell your signers now.',
  'Someone else may have a key or an approval to spend: move what is left to a new wallet.',
  '',
];
const stepsTo = (issuer: string) => [
  `1. Call ${issuer} and ask to freeze the receiver.`,
  '2. Call any exchange that sent the money or receives it, and the police.',
  '3. Give them this transaction, and the address behind "To":',
  link,
  '4. Pay nothing more to this address.',
  '',
];
const steps = stepsTo('Circle (through circle dot com, typed by yourself)');
const take = [
  'Take addresses from where you first got them, never from history.',
  'If you know the receiver and compared every digit, nothing is wrong: two addresses can be alike.',
  'An address in your contacts raises no such alarm: npx chainbell contacts add',
  '',
];
const alike = 'The first 4 and the last 4 digits are alike, those in brackets are not.';
const foot = [
  'You get this because your Watchlist table (DynamoDB) has a row of this wallet on eth.',
  'To stop: npx chainbell remove; for a while: npx chainbell pause.',
];

/** The text before the facts, and after them. */
function around(email: string): [string[], string[]] {
  const lines = email.split('\n');
  const facts = lines.findIndex((line) => line.startsWith('Amount: '));
  const end = lines.findIndex((line) => line.startsWith('Alert: '));
  return [lines.slice(0, facts), lines.slice(end + 1)];
}

describe('the whole email of a payment', () => {
  it('to an imitation has what to do, both addresses, the facts, and then what it means if nobody sent it', () => {
    const email = emailText(transferAlert({ lookalike: lookalikeOf(), transfer: toImitation }));
    expect(around(email)).toEqual([
      [
        'You may have paid a SCAMMER: Treasury sent 12,500.5 USDC on eth to one that imitates a payee',
        '',
        'If you meant to pay the address that you paid before, this went to a thief. Act at once:',
        ...steps,
        'The receiver:',
        first,
        'You paid before:',
        `${second}, last on 2026-01-01`,
        '',
        alike,
        ...take,
      ],
      ['', ...ifKey, ...foot],
    ]);
    expect(email).toContain(`\nTo: ${checksumAddress(imitation)} (the imitation above)\n`);
  });

  it('says that the payment may be made up, before saying what to do', () => {
    const lookalike = lookalikeOf({ lastPaidAt: null });
    expect(around(emailText(transferAlert({ lookalike, transfer: toImitation, token: made })))).toEqual([
      [
        'Treasury sent 12,500.5 HRBR (unverified) on eth to 0x28c6(0000..)1d60, which imitates one you paid',
        '',
        ...ifMadeUp,
        'If you meant to pay the address that you paid before, this went to a thief. Act at once:',
        ...stepsTo("the token's issuer (through its site, typed by yourself)"),
        'The receiver:',
        first,
        'You paid before:',
        second,
        '',
        alike,
        ...take,
      ],
      ['', ...foot],
    ]);
  });

  it('to one of a pair calls neither address honest', () => {
    const email = emailText(transferAlert({ verdict: pairVerdict, transfer: toImitation }));
    expect(around(email)).toEqual([
      [
        'Treasury sent 12,500.5 USDC to one that looks like another; neither was paid: compare every digit',
        '',
        'If the receiver is not exactly the address that you meant, act at once:',
        ...steps.with(2, '3. Give them this transaction:'),
        'The receiver:',
        first,
        'It looks like:',
        second,
        '',
        alike,
        'Until now neither was paid in a known token.',
        ...take,
      ],
      ['', ...ifKey, ...foot],
    ]);
    expect(email).toContain('\nTo: the first address above\n');
  });

  it('says what a re-org means for it, with both addresses after the link', () => {
    const [before] = around(emailText(revertedAlert({ verdict: pairVerdict, transfer: toImitation })));
    expect(before.slice(1)).toEqual([
      '',
      'The chain has dropped the block of this transfer (a re-org): it is not on the chain any more.',
      'Do not count on it. If it comes back, you get a new alert.',
      '',
      link,
      '',
      ...ifKey,
      'The receiver:',
      first,
      'It looks like:',
      second,
      '',
    ]);
  });
});

describe('the whole email of a transfer from a lookalike', () => {
  const both = (other: string) => ['', link, '', 'The sender:', first, other, second, ''];

  it('says that the money is real and its sender an imitation', () => {
    expect(around(emailText(transferAlert({ lookalike: lookalikeOf(), transfer: fromImitation })))).toEqual([
      [
        'Treasury received 12,500.5 USDC on eth from 0x28c6(0000..)1d60, which imitates one you paid',
        '',
        'The sender looks like an address that you paid, and is another one. The money is real.',
        'Do not send anything to it unless you know whose it is, and never copy addresses from history.',
        ...both('You paid before:'),
      ],
      ['', ...foot],
    ]);
  });

  it('of a pair says to trust neither', () => {
    const alert = transferAlert({ verdict: pairVerdict, transfer: fromImitation, token: made });
    expect(around(emailText(alert))).toEqual([
      [
        'Treasury received 12,500.5 HRBR (unverified) on eth from one of two look-alikes; neither was paid',
        '',
        'The sender looks like another address, and neither was paid in a known token. Trust neither.',
        'Before you send anything to one, compare every digit, and never copy addresses from history.',
        ...both('It looks like:'),
      ],
      ['', ...foot, 'Tired of this token? Add the contract above to its "ignoreTokens".'],
    ]);
  });
});

describe('the whole email of a warning', () => {
  const advice = [
    'Do not copy addresses from the history of a wallet or an explorer.',
    'Use the address that you were given at first, and compare every digit.',
  ];
  const others = (sentence: string) => [
    '',
    sentence,
    'You get no other message of them. Their transfers are in the History table.',
    '',
  ];

  it('says what was lost by paying one of a pair, and how many warnings came with it', () => {
    const transfer = { ...toImitation, value: 5n };
    const token = { ...made, decimals: 0 };
    const email = emailText(poisoningAlert({ lookalike: { proven: false }, others: 2, token, transfer }));
    expect(around(email)).toEqual([
      [
        'Two addresses look alike, neither was paid by Treasury in a known token: 0x28c6(0000..)1d60; 2 more',
        '',
        'It came with 5 HRBR (unverified) sent from this wallet to the first of the two.',
        'If you sent that and meant the other one, it is lost.',
        ...ifMadeUp,
        ...advice,
        '',
        link,
        '',
        'The other address of this transfer:',
        first,
        'It looks like:',
        second,
        '',
        alike,
        'Only tokens that anybody can make say that this wallet sent something to one of them.',
        'One may be made to be taken for the other. Trust neither for being in the history of this wallet.',
        ...others('2 more addresses that look like other ones came with it, too many to name.'),
      ],
      ['', ...foot],
    ]);
  });

  it('says that nothing is lost yet if no payment came with it', () => {
    const [before, behind] = around(emailText(poisoningAlert({ lookalike: { proven: false }, others: 1 })));
    expect(before.slice(1, 8)).toEqual([
      '',
      ...advice,
      'This wallet is not in danger, and nothing is lost yet: only a payment to the wrong one would be.',
      '',
      link,
      '',
    ]);
    expect(before.slice(-4)).toEqual([
      '',
      '1 more address that looks like another one came with it.',
      'You get no other message of it. Its transfers are in the History table.',
      '',
    ]);
    expect(behind).toEqual(['', ...foot]);
  });
});

it.each([
  ['came in', { transfer: { ...fromImitation, value: 5n } }],
  ['is nothing', { transfer: { ...toImitation, value: 0n } }],
  ['goes out in likely spam', { transfer: { ...toImitation, value: 5n }, verdict: lure }],
])('a warning whose transfer %s says that nothing is lost yet, and not that it was paid', (_what, parts) => {
  const email = emailText(poisoningAlert(parts));
  expect(email).toContain('nothing is lost yet');
  expect(email).not.toContain('If you sent that');
});

it('the advice against copying is a paragraph of its own, also if the owner knows the receiver', () => {
  const alert = poisoningAlert({ transfer: { ...toImitation, value: 5n } });
  const email = emailText({ ...alert, counterparty: 'contact' });
  expect(email).toContain('\nIf you sent that, it went to a thief.\n\nDo not copy addresses');
});

it('a transfer to itself names the wallet once', () => {
  const email = emailText(
    transferAlert({ transfer: { direction: 'self', from: toImitation.from, to: toImitation.from } }),
  );
  expect(email).toContain(
    '\nFrom: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 (this wallet), Treasury\nTo: itself\nChain: ',
  );
});

it('likely spam without a reason says that there is none', () => {
  const verdict = { spam: true, score: 90, reasons: [] };
  expect(emailText(transferAlert({ verdict })).split('\n').slice(0, 3)).toEqual([
    'Likely spam: no reason given',
    '',
    'Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth',
  ]);
});

it.each([
  ['whoever issued the token', {}, made],
  ['the longest name of a contact', { contact: 'W'.repeat(64) }, {}],
])('a line of a payment to an imitation has under 100 characters, with %s too', (_what, named, token) => {
  const { lookalike, ...alert } = transferAlert({ lookalike: lookalikeOf(), transfer: toImitation, token });
  const lines = emailText({ ...alert, lookalike: lookalike && { ...lookalike, ...named } }).split('\n');
  expect(lines.filter((line) => line.length > 99)).toEqual([]);
});

it('a token that the API does not verify and nobody knows says no more than that', () => {
  expect(emailText(transferAlert({ token: made }))).toContain('\nVerified: no, says the API\nFrom: ');
});
