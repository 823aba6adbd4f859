import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../functions/chain/address.ts';
import { alertLine } from '../../lib/alert-line.ts';
import {
  approvalAlert,
  describedTransfer,
  digestAlert,
  exchange,
  imitation,
  lookalikeOf,
  lure,
  pairVerdict,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  unreadableAlert,
  watchingAlert,
} from '../support/alerts.ts';

describe('the line of an alert', () => {
  it('says direction, amount, symbol, wallet and other side', () => {
    expect(alertLine(transferAlert())).toBe(
      'in    12,500.5 USDC  Treasury  from "Binance 14" (0x28C6c06298d514Db089934071355E5743bf21d60)  on eth',
    );
  });

  it('has whole addresses if there are no labels', () => {
    const transfer = { direction: 'out', to: { address: exchange, label: null } } as const;
    expect(alertLine(transferAlert({ watch: { label: null }, transfer, token: { decimals: null } }))).toBe(
      'out   12,500,500,000 units of USDC (smallest units, decimals unknown)  0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045  to 0x28C6c06298d514Db089934071355E5743bf21d60  on eth',
    );
  });

  it('says to whom an approval was given, and from whom it was taken', () => {
    const whole = '0x28C6c06298d514Db089934071355E5743bf21d60';
    expect(alertLine(approvalAlert())).toBe(`approved  all its USDC  to ${whole}  Treasury  on eth`);
    expect(alertLine(approvalAlert({ isGranted: false, value: '0', unlimited: false }))).toBe(
      `revoked  its USDC  from ${whole}  Treasury  on eth`,
    );
  });

  it('has no other side if there is none', () => {
    expect(alertLine(transferAlert({ transfer: { direction: 'self' } }))).toBe(
      'self  12,500.5 USDC  Treasury  on eth',
    );
    expect(alertLine(transferAlert({ transfer: { from: { address: null, label: null } } }))).toBe(
      'in    12,500.5 USDC  Treasury  on eth',
    );
  });

  it('marks likely spam', () => {
    expect(alertLine(transferAlert({ verdict: lure }))).toMatch(/ {2}\(likely spam\)$/);
  });

  it('says that a wallet is watched', () => {
    expect(alertLine(watchingAlert())).toBe('watching  Treasury  on eth  from now on');
    expect(alertLine(watchingAlert({}, 1_000))).toBe('watching  Treasury  on eth  from block 1,000 on');
  });

  it('of a transfer that is not on the chain any more says so first', () => {
    expect(alertLine(revertedAlert())).toBe(
      'cancelled  in    12,500.5 USDC  Treasury  from "Binance 14" (0x28C6c06298d514Db089934071355E5743bf21d60)  on eth',
    );
    expect(alertLine(revertedAlert({ verdict: lure }))).toMatch(/ {2}\(likely spam\)$/);
  });

  it('of a digest has the sums by token and direction, and shows the largest', () => {
    expect(alertLine(digestAlert())).toBe(
      'digest  12 transfers  in 48 USDC (8)  out 30 USDC (4)  Treasury  on eth  largest: out 12 USDC to "Binance 14" (0x28C6c06298d514Db089934071355E5743bf21d60)',
    );
    const transfers = [1n, 2n, 3n].map((value) => describedTransfer({ value }, { decimals: null }));
    expect(alertLine(digestAlert({ transfers }))).toBe(
      'digest  3 transfers  in 6 units of USDC (smallest units, decimals unknown)  Treasury  on eth  largest: in 3 units of USDC (smallest units, decimals unknown) from "Binance 14" (0x28C6c06298d514Db089934071355E5743bf21d60)',
    );
  });

  it('of a digest of many tokens counts what has no room', () => {
    const transfers = ['1', '2', '3', '4', '5'].map((digit) =>
      describedTransfer({}, { address: parseAddress(`0x${digit.repeat(40)}`), symbol: `T${digit}` }),
    );
    expect(alertLine(digestAlert({ transfers }))).toBe(
      'digest  5 transfers  in 12,500.5 T1 (1)  in 12,500.5 T2 (1)  in 12,500.5 T3 (1)  and 2 more in  Treasury  on eth  largest: in 12,500.5 T1 from "Binance 14" (0x28C6c06298d514Db089934071355E5743bf21d60)',
    );
  });

  it('of a poisoning warning has both addresses whole, their differences in brackets', () => {
    expect(alertLine(poisoningAlert())).toBe(
      'poisoning  0x28c6[0000000000000000000000000000000f]1d60 imitates 0x28C6[c06298d514Db089934071355E5743bf2]1d60  Treasury  on eth',
    );
  });

  it('of a transfer with a lookalike has both addresses, and which way it went', () => {
    const pair = '0x28c6[0000000000000000000000000000000f]1d60';
    const known = '0x28C6[c06298d514Db089934071355E5743bf2]1d60';
    const from = { from: { address: imitation, label: null } };
    const out = { direction: 'out', to: { address: imitation, label: null } } as const;
    expect(alertLine(transferAlert({ lookalike: lookalikeOf(), transfer: from }))).toBe(
      `in    12,500.5 USDC  Treasury  from ${pair} imitates ${known}, which you paid  on eth`,
    );
    expect(alertLine(transferAlert({ verdict: pairVerdict, transfer: out }))).toBe(
      `out   12,500.5 USDC  Treasury  to the first of two: ${pair} and ${known} look alike, neither was paid in a known token  on eth`,
    );
  });

  it('says how many other entries of a poll could not be read either', () => {
    expect(alertLine(unreadableAlert())).toMatch(/value is missing$/);
    expect(alertLine(unreadableAlert({ others: 7 }))).toMatch(/value is missing {2}and 7 more$/);
  });
});
