import { describe, expect, it } from 'vitest';
import { alertLine } from '../../functions/alert/line.ts';
import {
  digestAlert,
  exchange,
  lure,
  poisoningAlert,
  revertedAlert,
  transferAlert,
  watchingAlert,
} from '../support/alerts.ts';

describe('the line of an alert', () => {
  it('says direction, amount, symbol, wallet and other side', () => {
    expect(alertLine(transferAlert())).toBe('in    12,500.5 USDC  Treasury  from Binance 14  on eth');
  });

  it('has whole addresses where there are no labels', () => {
    const transfer = { direction: 'out', to: { address: exchange, label: null } } as const;
    expect(alertLine(transferAlert({ watch: { label: null }, transfer, token: { decimals: null } }))).toBe(
      'out   12,500,500,000 units of USDC  0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045  to 0x28C6c06298d514Db089934071355E5743bf21d60  on eth',
    );
  });

  it('has no other side where there is none', () => {
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

  it('tells that a wallet is watched', () => {
    expect(alertLine(watchingAlert())).toBe('watching  Treasury  on eth  from now on');
    expect(alertLine(watchingAlert({}, 1_000))).toBe('watching  Treasury  on eth  from block 1,000 on');
  });

  it('of a transfer that is not on the chain any more says so first', () => {
    expect(alertLine(revertedAlert())).toBe('undone  in    12,500.5 USDC  Treasury  from Binance 14  on eth');
    expect(alertLine(revertedAlert({ verdict: lure }))).toMatch(/ {2}\(likely spam\)$/);
  });

  it('of a digest counts by direction and shows the largest', () => {
    expect(alertLine(digestAlert())).toBe(
      'digest  12 transfers  8 in, 4 out  Treasury  on eth  largest: out 12 USDC',
    );
  });

  it('of a poisoning warning has both addresses whole, their differences in brackets', () => {
    expect(alertLine(poisoningAlert())).toBe(
      'poisoning  0x28c6[0000000000000000000000000000000f]1d60 imitates 0x28C6[c06298d514Db089934071355E5743bf2]1d60  Treasury  on eth',
    );
  });
});
