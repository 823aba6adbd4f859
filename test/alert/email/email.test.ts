import { describe, expect, it } from 'vitest';
import { emailText } from '../../../functions/alert/email/email.ts';
import { settingsOf } from '../../../functions/alert/watch-settings.ts';
import { checksumAddress, parseAddress, zeroAddress } from '../../../functions/chain/address.ts';
import { findChain } from '../../../functions/chain/chains.ts';
import {
  describedTransfer,
  digestAlert,
  exchange,
  gold,
  imitation,
  lure,
  poisoningAlert,
  revertedAlert,
  toExchange,
  transferAlert,
  treasury,
  unreadableAlert,
  usdc,
  watchingAlert,
  watchOf,
} from '../../support/alerts.ts';

const hash = `0x${'a1b2c3d4'.repeat(8)}`;
const largest = 2n ** 256n - 1n;

describe('the email of a transfer', () => {
  it('says what happened in its first line, then where to see it, then every fact, then how to stop', () => {
    expect(emailText(transferAlert())).toBe(`\
Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth

https://etherscan.io/tx/${hash}

Amount: 12,500.5 USDC
Token: USD Coin
Contract: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
Verified: yes, says the API
From: 0x28C6c06298d514Db089934071355E5743bf21d60, "Binance 14"
To: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 (this wallet), Treasury
Chain: eth (0x1)
Time: 2 January 2026, 03:04:05 UTC
Block: 18,000,000
Transaction:
${hash}
Severity: info
Alert: a1

You get this because your Watchlist table (DynamoDB) has a row of this wallet on eth.
To stop: npx chainbell remove; for a while: npx chainbell pause.`);
  });

  it('begins with the warning when it is likely spam', () => {
    const lines = emailText(transferAlert({ verdict: lure })).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'Likely spam: The name holds a web address: claim(.)xyz.',
      'Also: The name speaks like a lure: claim.',
      '',
      'Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth',
    ]);
    expect(lines.at(-1)).toContain('to its "trustTokens".');
  });

  it('shows raw units if nobody knows the decimals', () => {
    const email = emailText(transferAlert({ token: { decimals: null, verified: null } }));
    expect(email).toContain('Treasury received 12,500,500,000 units of USDC (decimals unknown) from');
    expect(email).toContain('\nAmount: 12,500,500,000 units of USDC\n');
    expect(email).toContain("\nNobody knows this token's decimals: the number counts its smallest units.\n");
    expect(email).toContain('\nContract: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48\nFrom: ');
  });

  it('shows the amount of a token without name and symbol as a number', () => {
    const nameless = { name: null, symbol: null };
    const email = emailText(transferAlert({ token: nameless }));
    expect(email).toContain('\nAmount: 12,500.5\nContract: ');
    const units = emailText(transferAlert({ token: { ...nameless, decimals: null } }));
    expect(units).toContain('\nAmount: 12,500,500,000 units\n');
    const long = { value: largest };
    const whole = emailText(transferAlert({ transfer: long, token: { ...nameless, decimals: 0 } }));
    expect(whole).toContain(`\nAmount: ${largest}\nContract: `);
    const longest = emailText(transferAlert({ transfer: long, token: { ...nameless, decimals: 255 } }));
    expect(longest).toMatch(/\nAmount: 0\.0+\n {2}0+\d+\n {2}\d+\nContract: /);
  });

  it('shows the exact digits of any amount', () => {
    const whole = emailText(transferAlert({ transfer: { value: largest }, token: { decimals: 0 } }));
    expect(whole).toContain('Treasury received about 115,792... (78 digits) USDC from');
    expect(whole).toContain(`\nAmount: ${largest} USDC\n`);
    const tiny = emailText(transferAlert({ transfer: { value: largest }, token: { decimals: 255 } }));
    expect(tiny.replace(/\n {2}(?=\S)/g, '')).toContain(`Amount: 0.${'0'.repeat(177)}${largest}USDC\n`);
  });

  it('has no link line on a chain without a known explorer', () => {
    const email = emailText(transferAlert({ watch: { chain: findChain('0x1234') } }));
    expect(email).not.toContain('http');
    expect(email).toContain(' on chain 0x1234\n\nAmount: ');
    expect(email).toContain('\nChain: 0x1234\n');
  });

  it('says which fields the API left out', () => {
    const email = emailText(
      transferAlert({
        transfer: { direction: 'out', to: { address: null, label: null }, blockTimestamp: null },
      }),
    );
    expect(email).toMatch(/^Treasury sent 12,500\.5 USDC on eth\n/);
    expect(email).toContain(`\nTo: not known\nWallet: ${checksumAddress(treasury)}, Treasury\n`);
    expect(email).toContain('\nTime: not known\n');
  });

  it('says that a receiver is new, unless a stranger may have made the payment up or no action is needed', () => {
    const to = (parts: Parameters<typeof transferAlert>[0]) =>
      /^To: .*(?:\n {2}.*)*/m.exec(emailText(transferAlert({ transfer: toExchange, ...parts })))?.[0];
    const known = `To: ${checksumAddress(exchange)}, "Binance 14"`;
    expect(to({})).toBe(
      `To: ${checksumAddress(exchange)} (new: not in contacts, no earlier payment seen)\n  "Binance 14"`,
    );
    expect(to({ counterparty: 'known' })).toBe(known);
    expect(to({ transfer: { ...toExchange, value: 0n } })).toBe(known);
    expect(to({ token: gold })).not.toContain('new');
  });

  it('says of the zero address what it stands for', () => {
    const nobody = { address: zeroAddress, label: null };
    expect(emailText(transferAlert({ transfer: { from: nobody } }))).toContain(
      `\nFrom: ${zeroAddress} (newly minted)\n`,
    );
    expect(emailText(transferAlert({ transfer: { ...toExchange, to: nobody } }))).toContain(
      `\nTo: ${zeroAddress} (burnt)\n`,
    );
  });

  it('has the time in UTC whatever the hour', () => {
    const email = emailText(transferAlert({ transfer: { blockTimestamp: '2025-12-31T23:59:59.000Z' } }));
    expect(email).toContain('\nTime: 31 December 2025, 23:59:59 UTC\n');
  });

  it('shows a long name whole, dots broken', () => {
    const email = emailText(transferAlert({ token: { name: 'a.b '.repeat(16) } }));
    expect(email.replace(/\n {2}(?=\S)/g, ' ')).toContain(`Token: ${'a.b '.repeat(15)}a.b\n`);
    const dots = emailText(transferAlert({ token: { name: 'ab.cd.'.repeat(10) } }));
    expect(dots.replace(/\n {2}(?=\S)/g, '')).toContain(`Token: ${'ab(.)cd(.)'.repeat(10).slice(0, -3)}.\n`);
  });

  it('lets no label forge a fact', () => {
    const forged = `${'x'.repeat(30)} (this wallet) From 0xd8dA6BF26964`;
    const email = emailText(transferAlert({ transfer: { from: { address: exchange, label: forged } } }));
    expect(email).toContain(`\nFrom: 0x28C6c06298d514Db089934071355E5743bf21d60\n  "${forged}"\n`);
  });

  it('lets no name look like a fact if a phone wraps its line', () => {
    const email = emailText(
      transferAlert({
        transfer: { from: { address: exchange, label: 'Bank to: 0x12' } },
        token: { name: 'Gold Transaction: 0x12', symbol: 'A From block\uff1a 1' },
      }),
    );
    expect(email).toContain('Token: Gold Transaction(:) 0x12\n');
    expect(email).toContain(', "Bank to(:) 0x12"\n');
    expect(email).toContain('\nAmount: 12,500.5 "A From block(\uff1a) 1"\n');
  });

  it('indents the later lines of a long reason, so that none begins like a fact', () => {
    const detail = `${'The name says '.repeat(7)}Transaction 0xdead Wallet 0xdead `.repeat(2);
    const verdict = { ...lure, reasons: [{ rule: 'lure', detail }] };
    const [first, second] = emailText(transferAlert({ verdict })).split('\n');
    expect(first).toMatch(/^Likely spam: The name says/);
    expect(second).toMatch(/^ {2}\S/);
  });
});

const out = {
  direction: 'out',
  from: { address: treasury, label: null },
  to: { address: exchange, label: 'Binance 14' },
} as const;
const made = parseAddress(`0x${'1'.repeat(40)}`);
const tired = 'Tired of this token?';
const newWallet = 'Someone else may have a key or an approval to spend: move what is left to a new wallet.';
const notYours = 'Not yours? Tell your signers now.';

describe('the email of a transfer that went out', () => {
  it('says what it means if nobody sent it, after the link and before every fact', () => {
    const lines = emailText(transferAlert({ transfer: out })).split('\n');
    const asked = lines.indexOf(notYours);
    expect(lines.slice(asked - 2, asked + 4)).toEqual([
      `https://etherscan.io/tx/${hash}`,
      '',
      notYours,
      newWallet,
      '',
      'Amount: 12,500.5 USDC',
    ]);
    expect(emailText(revertedAlert({ transfer: out }))).toContain(newWallet);
  });

  it('gives no false alarm for a transfer that a contract or anybody can make up', () => {
    const madeUp = emailText(transferAlert({ transfer: out, token: { address: made, verified: null } }));
    expect(madeUp).toContain('Not yours? Maybe a contract made it up: nobody vouches for its token.\n');
    expect(madeUp).toContain(
      `But if a token that you know is gone too, tell your signers now.\n${newWallet}`,
    );
    const nothing = emailText(transferAlert({ transfer: { ...out, value: 0n } }));
    expect(nothing).toContain('Anyone can write a transfer of nothing: it takes no key');
    expect(nothing).not.toContain(newWallet);
  });

  it('raises the alarm for a genuine token, even if the API verifies none', () => {
    for (const verified of [false, null])
      expect(emailText(transferAlert({ transfer: out, token: { verified } }))).toContain(
        `${notYours}\n${newWallet}`,
      );
  });

  it('asks nothing if nothing went out', () => {
    for (const direction of ['in', 'self'] as const)
      expect(emailText(transferAlert({ transfer: { direction } }))).not.toContain('signers');
  });

  it('also asks in a digest, because many transfers may leave at once', () => {
    expect(emailText(digestAlert())).toContain(`${notYours}\n${newWallet}\n`);
    expect(emailText(digestAlert({ transfers: [describedTransfer()] }))).not.toContain('signers');
  });
});

describe("an email's advice about its token", () => {
  it('says how to get fewer alerts only of incoming tokens that the API has not verified', () => {
    const unlisted = { address: parseAddress(`0x${'77'.repeat(20)}`) };
    for (const verified of [false, null])
      expect(emailText(transferAlert({ token: { ...unlisted, verified } }))).toContain(
        `${tired} Add the contract above to its "ignoreTokens".`,
      );
    expect(emailText(transferAlert())).not.toContain(tired);
    const genuine = emailText(transferAlert({ token: { verified: false } }));
    expect(genuine).not.toContain(tired);
    expect(genuine).toContain("\nVerified: no, says the API; but genuine by Chainbell's own list\n");
    for (const transfer of [out, { direction: 'self' } as const])
      expect(emailText(transferAlert({ transfer, token: { ...unlisted, verified: false } }))).not.toContain(
        tired,
      );
  });
});

const poisoned = {
  spam: true,
  score: -100,
  reasons: [
    { rule: 'address-poisoning', detail: `The other address imitates ${exchange}, which this wallet paid.` },
    { rule: 'verified-by-api', detail: 'The API lists the contract of this token as verified.' },
  ],
};

describe('the email of dust from an imitating address, if its row wants spam marked', () => {
  const transfer = { value: 1n, from: { address: imitation, label: null } };
  const email = emailText(transferAlert({ transfer, verdict: poisoned }));

  it('does not argue against itself, and has the imitated address in checksum case', () => {
    expect(email.replace('\n  ', ' ').split('\n').slice(0, 2)).toEqual([
      'Likely spam: The other address imitates 0x28C6c06298d514Db089934071355E5743bf21d60, which this wallet paid.',
      '',
    ]);
    expect(email).not.toContain('The API lists');
  });

  it('warns of copying the imitation, and does not ask to trust the token', () => {
    expect(email).toContain(
      'From: 0x28c60000000000000000000000000000000f1d60 (an imitation, do not copy it)\n',
    );
    expect(email).toMatch(/\nTo stop: .* npx chainbell pause\.$/);
  });
});

describe('the email of an entry that could not be read', () => {
  const entryHash = `0x${'ab'.repeat(32)}`;

  it('says where to see it and what is wrong with it, then every fact that is known', () => {
    expect(emailText(unreadableAlert({ others: 2 }))).toBe(`\
Something of Treasury on eth can't be read in block 18,000,000, and 2 more.

https://etherscan.io/tx/${entryHash}

It may be a transfer: see there whether money moved. Nothing else is held up by it.
Once it can be read, it is reported like any other transfer.
What is wrong with it: value is missing.

Wallet: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, Treasury
Chain: eth (0x1)
Block: 18,000,000
Transaction:
${entryHash}
Others: 2 more of the same poll
Severity: warning
Alert: u1

You get this because your Watchlist table (DynamoDB) has a row of this wallet on eth.
To stop: npx chainbell remove; for a while: npx chainbell pause.`);
  });

  it("links the wallet's page if the transaction is not known, and leaves out unknown values", () => {
    const entry = { transactionHash: null, blockNumber: null, reason: 'block_number is missing' };
    const email = emailText(unreadableAlert({ entry }));
    expect(email).toContain(`\nhttps://etherscan.io/address/${treasury}\n`);
    expect(email).toContain('\nChain: eth (0x1)\nSeverity: warning\nAlert: u1\n');
  });
});

describe('the email of a wallet newly watched', () => {
  it('says what is reported from now on and how to change it', () => {
    expect(emailText(watchingAlert({}, 18_000_000))).toBe(`\
Now watching Treasury on eth: its transfers are reported from block 18,000,000 on.

https://etherscan.io/address/${treasury}

Wallet: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, Treasury
Chain: eth (0x1)
Since: 2 January 2026, 03:04:00 UTC
From block: 18,000,000
Severity: info
Alert: w1

You get this because your Watchlist table (DynamoDB) has a row of this wallet on eth.
To stop: npx chainbell remove; for a while: npx chainbell pause.
To get fewer alerts, set its "direction", "tokens", "ignoreTokens" or "minUsd".`);
  });

  const pace = { everySeconds: 135, askedSeconds: 60, callsPerDay: 800 };

  it('repeats the settings as they were understood, and how often the wallet is polled', () => {
    const watch = watchOf();
    const facts = settingsOf(watch, pace);
    expect(emailText(watchingAlert(), facts)).toContain(`
Since: 2 January 2026, 03:04:00 UTC
Direction: in and out
Tokens: all
Minimum: none
Spam: not reported, kept in the History table
Polled: every 2 minutes 15 seconds, as your plan of 800 calls a day allows (asked: every minute)
Severity: info
Alert: w1

You get this`);
  });

  it('repeats every setting that the row has, lists at their length', () => {
    const tokens = Array.from({ length: 12 }, (_, n) => parseAddress(`0x${String(n).padStart(40, '0')}`));
    const watch = watchOf({
      direction: 'out',
      tokens: new Set(tokens),
      ignoreTokens: new Set([usdc]),
      trustedTokens: new Set([...tokens, usdc]),
      minAmount: { byToken: new Map([[usdc, '1000.5']]), otherwise: '0' },
      spam: 'mark',
    });
    const email = emailText(watchingAlert(), settingsOf(watch, pace));
    expect(email).toMatch(/\nDirection: out only\nTokens: 0x0{40}\n( {2}0x\S+\n){9} {2}and 2 more\n/);
    const address = checksumAddress(usdc);
    expect(email).toContain(`\nIgnored: ${address}\nTrusted: ${address}\n`);
    expect(email).toContain(
      `\nMinimum: 1,000.5 of ${address}\nSpam: reported, marked as likely spam\nPolled: every 2`,
    );
    expect(
      settingsOf(watchOf({ minAmount: { byToken: new Map(), otherwise: '2500' } }), pace),
    ).toContainEqual({
      name: 'Minimum',
      values: ['2,500 of any token, whatever one is worth'],
    });
  });

  it('says "from now on" without a block', () => {
    const email = emailText(watchingAlert());
    expect(email).toMatch(/^Now watching Treasury on eth: its transfers are reported from now on\./);
    expect(email).not.toContain('From block');
    expect(emailText(watchingAlert({}, 0))).toContain('\nFrom block: 0\n');
  });
});

describe('the email of a transfer that the chain dropped', () => {
  it('says in plain words that it does not count any more, then every fact', () => {
    const [told = '', ...facts] = emailText(transferAlert()).split('\n');
    const reverted: Record<string, string> = {
      'Severity: info': 'Severity: warning',
      'Alert: a1': 'Alert: r1',
    };
    expect(emailText(revertedAlert())).toBe(
      [
        `Cancelled: ${told}`,
        '',
        'The chain has dropped the block of this transfer (a re-org): it is not on the chain any more.',
        'Do not count on it. If it comes back, you get a new alert.',
        ...facts.map((line) => reverted[line] ?? line),
      ].join('\n'),
    );
  });

  it('begins with the warning when it was reported as likely spam', () => {
    const email = emailText(revertedAlert({ verdict: lure }));
    expect(email).toMatch(/^Likely spam: .*\nAlso: .*\n\nCancelled: Treasury received /);
  });
});

describe('the email of a digest', () => {
  it('has every total on a line that begins with its token, then the largest with their links', () => {
    const fake = {
      address: made,
      symbol: 'USDC',
      verified: false,
      decimals: null,
    };
    const transfers = [
      describedTransfer(),
      describedTransfer({ blockNumber: 18_000_004 }),
      describedTransfer(
        { blockNumber: 18_000_009, direction: 'out', to: { address: exchange, label: null } },
        fake,
      ),
      describedTransfer({ direction: 'self', value: 1n }, { verified: null }),
    ];
    expect(emailText(digestAlert({ transfers, hidden: 5 }))).toBe(`\
Treasury had 4 transfers: received 25,001 USDC (2), sent itself 0.000001 USDC (1) and 1 more out

https://etherscan.io/address/${treasury}

Not yours? Maybe a contract made it up: nobody vouches for its token.
But if a token that you know is gone too, tell your signers now.
Someone else may have a key or an approval to spend: move what is left to a new wallet.

Wallet: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, Treasury
Chain: eth (0x1)
Blocks: 18,000,000 to 18,000,009
Hidden: 5 more as spam; the History table has them
Severity: warning
Alert: d1

Sums:
- USDC received: 25,001 in 2 transfers (contract 0xA0b8...eB48, verified)
- USDC sent to itself: 0.000001 in 1 transfer (contract 0xA0b8...eB48)
- USDC (not the known USDC) sent: 12,500,500,000 units (smallest, decimals unknown) in 1 transfer
  (contract 0x1111...1111, unverified)

The largest (first what is surely worth money, then tokens that your row trusts):

Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth
https://etherscan.io/tx/${hash}

Treasury received 12,500.5 USDC from "Binance 14" (0x28C6...1d60) on eth
https://etherscan.io/tx/${hash}

Treasury sent itself 0.000001 USDC on eth
https://etherscan.io/tx/${hash}

Treasury sent 12,500,500,000 units of USDC (not the known USDC) (unverified) (decimals unknown)
0x28C6c06298d514Db089934071355E5743bf21d60
https://etherscan.io/tx/${hash}

You get this because your Watchlist table (DynamoDB) has a row of this wallet on eth.
To stop: npx chainbell remove; for a while: npx chainbell pause.
To get fewer alerts, set its "direction", "tokens", "ignoreTokens" or "minUsd".`);
  });

  it('counts the sums of a storm that it has no room for', () => {
    const storm = (tokens: number) =>
      emailText(
        digestAlert({
          transfers: Array.from({ length: tokens * 2 }, (_, i) =>
            describedTransfer({}, { address: parseAddress(`0x${String(i % tokens).padStart(40, '0')}`) }),
          ),
        }),
      );
    expect(storm(130).match(/^- .* received: /gm)).toHaveLength(100);
    expect(storm(130)).toContain('\n- 30 more sums, of 60 transfers\n\nThe largest');
    expect(storm(101)).toContain('\n- 1 more sum, of 2 transfers\n');
    expect(storm(100)).not.toContain(' more sum');
  });

  it('says where to see the transfers that it has no room for', () => {
    const all =
      '\nAll 12 transfers, with sender and receiver, are in the History table (DynamoDB).\n\nYou get';
    const page = `https://etherscan.io/address/${treasury}`;
    expect(emailText(digestAlert())).toContain(all);
    expect(emailText(digestAlert()).split('\n')).toContain(page);
    const elsewhere = emailText(digestAlert({ watch: { chain: findChain('0x2b6653dc') } }));
    expect(elsewhere).toContain(all);
    expect(elsewhere).not.toContain('https://');
    const few = Array.from({ length: 5 }, () => describedTransfer());
    expect(emailText(digestAlert({ transfers: few }))).not.toContain('History');
  });

  it('names each receiver of outgoing transfers in full, once', () => {
    const sent = describedTransfer({ ...out, to: { address: exchange, label: 'Some\nExchange' } });
    expect(emailText(digestAlert({ transfers: [sent] }))).toContain(
      'to "Some Exchange" (0x28C6...1d60) on eth\n0x28C6c06298d514Db089934071355E5743bf21d60\n',
    );
  });

  it('shows an address that received several of them once', () => {
    const transfers = [3n, 2n, 1n].map((value) => describedTransfer({ ...out, value: value * 1_000_000n }));
    const lines = emailText(digestAlert({ transfers })).split('\n');
    expect(lines.filter((line) => line.includes('sent'))).toHaveLength(5);
    expect(lines.filter((line) => line === checksumAddress(exchange))).toHaveLength(1);
  });

  it('shows the exact digits of any sum, in indented lines', () => {
    const transfers = [1, 2, 3].map(() => describedTransfer({ value: largest }, { decimals: 255 }));
    const email = emailText(digestAlert({ transfers }));
    const sum = `0.${'0'.repeat(177)}${largest * 3n}`;
    expect(email.replace(/\n {2}(?=\S)/g, '')).toContain(`- USDC received:${sum} in 3 transfers (contract`);
  });

  it('groups no sum that is longer than a line', () => {
    const transfers = [1, 2].map(() => describedTransfer({ value: largest / 2n }, { decimals: 0 }));
    expect(emailText(digestAlert({ transfers }))).toContain(`received: ${largest - 1n}\n  in 2 transfers`);
  });

  it('names the one block, and the transaction if there is no explorer', () => {
    const email = emailText(
      digestAlert({ watch: { chain: findChain('0x1234') }, transfers: [describedTransfer()] }),
    );
    expect(email).toContain('\nBlock: 18,000,000\nSeverity: info\nAlert: d1\n');
    expect(email).toContain(`on chain 0x1234\n${hash}\n`);
    expect(email).not.toContain('http');
  });
});

describe('the email of a poisoning warning', () => {
  it('shows the imitation under the address paid, differences marked, and what to do', () => {
    const lines = emailText(poisoningAlert()).split('\n');
    expect(lines.slice(0, 17)).toEqual([
      'Scam attempt, nothing lost: someone copied an address that Treasury paid: 0x28c6...1d60 imitates it',
      '',
      'Do not copy addresses from the history of a wallet or an explorer.',
      'Use the address that you were given at first, and compare every digit.',
      'This wallet is not in danger, and nothing is lost yet: only a payment to the imitation would be.',
      '',
      `https://etherscan.io/tx/${hash}`,
      '',
      'The imitation:',
      '0x28c6[0000000000000000000000000000000f]1d60',
      'You paid:',
      '0x28C6[c06298d514Db089934071355E5743bf2]1d60, last on 2026-01-01',
      '',
      'The first 4 and the last 4 digits are alike, those in brackets are not.',
      'It has put itself into the history of this wallet.',
      'Whoever made it hopes that you copy it when you pay the next time: what you send there is lost.',
      '',
    ]);
    expect(lines).toContain('Amount: 0 USDC');
    expect(lines).toContain('From: the imitation above');
  });

  it('does not say that nothing is lost if the wallet may have sent something to the imitation', () => {
    const parties = { from: { address: treasury, label: null }, to: { address: imitation, label: null } };
    const token = {
      ...describedTransfer().token,
      address: parseAddress(`0x${'77'.repeat(20)}`),
      symbol: 'HRBR',
      name: 'Harbor',
      verified: null,
    };
    const transfer = { direction: 'out', ...parties, value: 999_000_000n, token } as const;
    const verdict = { spam: false, score: 0, reasons: [] };
    expect(emailText(poisoningAlert({ transfer, verdict })).split('\n').slice(1, 12)).toEqual([
      '',
      'It came with 999 HRBR (unverified) sent from this wallet to the imitation.',
      'If you sent that, it went to a thief.',
      'Not yours? Maybe a contract made it up: nobody vouches for its token.',
      'But if a token that you know is gone too, tell your signers now.',
      'Someone else may have a key or an approval to spend: move what is left to a new wallet.',
      '',
      'Do not copy addresses from the history of a wallet or an explorer.',
      'Use the address that you were given at first, and compare every digit.',
      '',
      `https://etherscan.io/tx/${hash}`,
    ]);
    const spam = poisoningAlert({ transfer, verdict: { ...verdict, spam: true } });
    expect(emailText(spam)).toContain('\nThis wallet is not in danger');
  });

  it('never shows the imitation in a form that can be copied', () => {
    const to = { address: imitation, label: 'Binance 14' };
    const sent = { direction: 'out', from: { address: treasury, label: null }, to } as const;
    for (const email of [emailText(poisoningAlert()), emailText(poisoningAlert({ transfer: sent }))]) {
      expect(email.toLowerCase()).not.toContain(imitation);
      expect(email).toContain(checksumAddress(treasury));
    }
  });
});
