import { expect, it } from 'vitest';
import { tokenName, walletWithin } from '../../../../functions/alert/text/parts/names.ts';
import { asciiStyle } from '../../../../functions/alert/text/style.ts';
import { exchange, transferAlert } from '../../../support/alerts.ts';

it('an address without a label is cut to its end if only eight characters fit, and stays whole if more do', () => {
  const { wallet } = transferAlert({ watch: { label: null } });
  expect(walletWithin(wallet, asciiStyle, 8)).toBe('0x..6045');
  expect(walletWithin(wallet, asciiStyle, 9)).toBe('0xd8dA...6045');
});

it.each([
  [19, 'token 0x28C6...1d60'],
  [18, 'token ..1d60'],
  [12, 'token ..1d60'],
  [8, '0x..1d60'],
  [6, '..1d60'],
])('a token without a name is called, in %i characters, %s', (room, called) => {
  const { transfer, ...alert } = transferAlert({ token: { address: exchange, name: null, symbol: null } });
  expect(tokenName(transfer.token, alert, asciiStyle, room)).toBe(called);
});
