import { describe, expect, it } from 'vitest';
import { emailText } from '../../functions/alert/email.ts';
import { findChain } from '../../functions/chain/chains.ts';
import { exchange, lure, transferAlert, watchingAlert } from '../support/alerts.ts';

const hash = `0x${'a1b2c3d4'.repeat(8)}`;
const largest = 2n ** 256n - 1n;

describe('the email of a transfer', () => {
  it('tells the story in its first line, then every fact, then how to stop', () => {
    expect(emailText(transferAlert())).toBe(`\
Treasury received 12,500.5 USDC from Binance 14 on eth

Amount       12,500.5 USDC
Token        USD Coin
Contract     0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
Verified     yes, says the API
From         0x28C6c06298d514Db089934071355E5743bf21d60, Binance 14
To           0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 (this wallet)
Wallet       0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, Treasury
Chain        eth (0x1)
Time         2 January 2026, 03:04:05 UTC
Block        18,000,000
Transaction  ${hash}

https://etherscan.io/tx/${hash}

You get this because of a row in your Watchlist table (DynamoDB):
  wallet 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
  chain  eth
To stop, delete the row; for a while, set its "paused" to true.
Tired of this token? Add 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 to its "ignoreTokens".`);
  });

  it('begins with the warning when it is likely spam', () => {
    const lines = emailText(transferAlert({ verdict: lure })).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'Likely spam: The name holds a web address: claim(.)xyz.',
      'Also: The API does not know the token.',
      '',
      'Treasury received 12,500.5 USDC from Binance 14 on eth',
    ]);
    expect(lines.at(-1)).toContain('to its "trustTokens".');
  });

  it('shows raw units where nobody knows the decimals', () => {
    const email = emailText(transferAlert({ token: { decimals: null, verified: null } }));
    expect(email).toContain('Treasury received 12,500,500,000 units of USDC from');
    expect(email).toContain('\nAmount       12,500,500,000 units of USDC\n');
    expect(email).not.toContain('Verified');
  });

  it('shows the exact digits of any amount', () => {
    const whole = emailText(transferAlert({ transfer: { value: largest }, token: { decimals: 0 } }));
    expect(whole).toContain('Treasury received about 115,792... (78 digits) USDC from');
    expect(whole).toContain(`\nAmount       ${largest} USDC\n`);
    const tiny = emailText(transferAlert({ transfer: { value: largest }, token: { decimals: 255 } }));
    expect(tiny.replace(/\n {13}/g, '')).toContain(`Amount       0.${'0'.repeat(177)}${largest}USDC\n`);
  });

  it('has no link line on a chain without a known explorer', () => {
    const email = emailText(transferAlert({ watch: { chain: findChain('0x1234') } }));
    expect(email).not.toContain('http');
    expect(email).toContain('\nChain        0x1234\n');
  });

  it('says what the API left out', () => {
    const email = emailText(
      transferAlert({
        transfer: { direction: 'out', to: { address: null, label: null }, blockTimestamp: null },
      }),
    );
    expect(email).toMatch(/^Treasury sent 12,500\.5 USDC on eth\n/);
    expect(email).toContain('\nTo           not given by the API\n');
    expect(email).toContain('\nTime         not given by the API\n');
  });

  it('has the time in UTC whatever the hour', () => {
    const email = emailText(transferAlert({ transfer: { blockTimestamp: '2025-12-31T23:59:59.000Z' } }));
    expect(email).toContain('\nTime         31 December 2025, 23:59:59 UTC\n');
  });

  it('shows a long name whole, dots broken', () => {
    const email = emailText(transferAlert({ token: { name: 'a.b '.repeat(16) } }));
    expect(email.replace(/\n {13}/g, ' ')).toContain(`Token        ${'a.b '.repeat(15)}a.b\n`);
    const dots = emailText(transferAlert({ token: { name: 'ab.cd.'.repeat(10) } }));
    expect(dots.replace(/\n {13}/g, '')).toContain(`Token        ${'ab(.)cd(.)'.repeat(10).slice(0, -3)}.\n`);
  });

  it('lets no label forge a fact', () => {
    const forged = `${'x'.repeat(30)} (this wallet) From 0xd8dA6BF26964`;
    const email = emailText(transferAlert({ transfer: { from: { address: exchange, label: forged } } }));
    expect(email).toContain(
      `\nFrom         0x28C6c06298d514Db089934071355E5743bf21d60\n             ${forged}\n`,
    );
  });

  it('sets in the later lines of a long reason, so that none begins like a fact', () => {
    const detail = `${'The name says '.repeat(7)}Transaction 0xdead Wallet 0xdead `.repeat(2);
    const verdict = { ...lure, reasons: [{ rule: 'lure', detail }] };
    const [first, second] = emailText(transferAlert({ verdict })).split('\n');
    expect(first).toMatch(/^Likely spam: The name says/);
    expect(second).toMatch(/^ {2}\S/);
  });
});

describe('the email of a wallet newly watched', () => {
  it('says what is told from now on and how to change it', () => {
    expect(emailText(watchingAlert({}, 18_000_000))).toBe(`\
Now watching Treasury on eth: its transfers are told from block 18,000,000 on.

Wallet       0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, Treasury
Chain        eth (0x1)
Since        2 January 2026, 03:04:00 UTC
From block   18,000,000

You get this because of a row in your Watchlist table (DynamoDB):
  wallet 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
  chain  eth
To stop, delete the row; for a while, set its "paused" to true.
To be told less, set its "direction", "tokens", "ignoreTokens" or "minAmount".`);
  });

  it('says "from now on" without a block', () => {
    const email = emailText(watchingAlert());
    expect(email).toMatch(/^Now watching Treasury on eth: its transfers are told from now on\./);
    expect(email).not.toContain('From block');
  });
});
